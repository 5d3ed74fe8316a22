import { ProductCard } from "./HomePage";
import { Empty, List, Page, Picture, Show } from "../parts/pieces";
import { say } from "../language";
import { LiveStatus } from "../shop.states";
import { Link } from "../router";
import { shop } from "../shop";
import { useLoad } from "../useLoad";
import { useEffect } from "preact/hooks";

const stateText = (status: number): string =>
  status === LiveStatus.live
    ? say("Live", "直播中")
    : status === LiveStatus.announced
      ? say("Soon", "预告")
      : say("Ended", "已结束");

const readLives = async () =>
  (await shop().post("/app-api/cloudlive/live/getLiveRoomLivingPage", { pageNo: 1, pageSize: 20 })).list;

export function LivesPage() {
  const lives = useLoad("lives", readLives);
  return (
    <Page title={say("Live", "直播")}>
      <List of={lives} rows={2} empty={say("Nobody is live.", "暂无直播。")}>
        {({ liveBaseInfoRespVO: live, liveRoomBaseInfoRespVO: room }) => (
          <Link key={live.id} class="live" to={`/live/${live.id}`}>
            <Picture src={live.coverImg} />
            <b class="tag">{stateText(live.status)}</b>
            <span>
              <b>{live.liveName}</b>
              <small>{room?.roomName}</small>
            </span>
          </Link>
        )}
      </List>
    </Page>
  );
}

export function LivePage({ id }: { id: number }) {
  const live = useLoad(`live ${id}`, async () => {
    return (await readLives()).find(({ liveBaseInfoRespVO: one }) => one.id === id) ?? null;
  });
  const count = () => shop().post("/app-api/cloudlive/live/getLiveLikePlayTimesInfo", { id });
  const counts = useLoad(`likes ${id}`, count, 3_000);
  const goods = useLoad(`goods ${id}`, () => shop().post("/app-api/product/spu/getLiveSpuList", { liveId: id }));
  useEffect(() => {
    // A view counts as long as the live runs; the page goes on without.
    void shop()
      .answers.post("/app-api/cloudlive/live/play", { id })
      .catch(() => undefined);
  }, [id]);
  return (
    <Page title={live.data?.liveBaseInfoRespVO.liveName ?? say("Live", "直播")}>
      <Show of={live}>
        {(one) =>
          one ? (
            <section class="stage">
              <Picture src={one.liveBaseInfoRespVO.coverImg} />
              <b class="tag">{stateText(one.liveBaseInfoRespVO.status)}</b>
              <p>{one.liveBaseInfoRespVO.description}</p>
              {counts.data && (
                <p class="soft">
                  {say("{n} views", "{n} 次观看", { n: counts.data.playTimes + counts.data.virtualPlayTimes })} ·{" "}
                  {say("{n} likes", "{n} 个赞", { n: counts.data.likeTimes + counts.data.virtualLikeTimes })}
                </p>
              )}
            </section>
          ) : (
            <Empty text={say("This live is gone.", "直播不存在。")} />
          )
        }
      </Show>
      <div class="grid">
        <List of={goods} empty={say("No products.", "暂无商品。")}>
          {(spu) => <ProductCard key={spu.id} spu={spu} />}
        </List>
      </div>
    </Page>
  );
}
