import { ExplainStatus, LiveRoomType, LiveStatus } from "#shared/domains/live/live.states.js";
import type { Shop, Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { ifOffered } from "../offered.js";
import { expect, step, until } from "../walk.js";

interface Live {
  id: number;
  status: number;
  streamName: string;
  playUrl: string | null;
  likeTimes: number;
}
interface Shown {
  liveBaseInfoRespVO: Live;
  liveRoomBaseInfoRespVO: { roomName: string } | null;
  baseRecordInfoRespVOList: { videoUrl: string; duration: number }[];
}
const LIKES = 3;
/** 1015002002. */
const NOT_RUNNING = 1_015_002_002;

/** A room, a live with the product being explained, a stream that starts and ends, and its recording. */
export async function goLive(shopper: Shopper, shop: Shop, product: Product): Promise<void> {
  const { client } = shopper;
  const { operator, sandbox } = shop;
  const live = await announce(shopper, shop, product);
  const shownWith = (status: LiveStatus): Promise<Shown> =>
    until(`status ${status} of the live`, async () => {
      const { list } = await client.post("/app-api/cloudlive/live/getLiveRoomLivingPage", {
        pageNo: 1,
        pageSize: 20,
        status,
      });
      return list.find(({ liveBaseInfoRespVO }) => liveBaseInfoRespVO.id === live.id);
    });
  await step(
    "the provider reports the stream: the live runs",
    async () => {
      await sandbox.post(`/sandbox/live/${live.streamName}/start`);
      const { liveBaseInfoRespVO: now } = await shownWith(LiveStatus.live);
      expect(now.playUrl !== null, "there is no address to watch it at");
      return now;
    },
    ({ playUrl }) => playUrl ?? "",
  );
  await step(
    "a viewer sees the product that is being explained",
    async () => {
      const detail = await client.post("/app-api/product/spu/getLiveSpuDetail", {
        liveId: live.id,
        explainStatus: ExplainStatus.explaining,
      });
      expect(detail.id === product.spuId && detail.skus[0]?.id === product.skuId, "it is another product");
      return detail;
    },
    ({ name }) => name,
  );
  await step(
    "and likes it",
    async () => {
      await client.post("/app-api/cloudlive/live/play", { id: live.id });
      await client.post("/app-api/cloudlive/live/like", { id: live.id, count: LIKES });
      return until("the likes", async () => {
        const counts = await client.post("/app-api/cloudlive/live/getLiveLikePlayTimesInfo", { id: live.id });
        return counts.likeTimes === LIKES && counts.playTimes === 1 ? counts : undefined;
      });
    },
    ({ likeTimes, playTimes }) => `${likeTimes} likes, ${playTimes} viewer`,
  );
  await step("the stream breaks and comes back, the live goes on; then its host ends it", async () => {
    await sandbox.post(`/sandbox/live/${live.streamName}/end`, { broken: true });
    await sandbox.post(`/sandbox/live/${live.streamName}/start`);
    await shownWith(LiveStatus.live);
    await sandbox.post(`/sandbox/live/${live.streamName}/end`, { record: true });
    await client.post("/app-api/cloudlive/live/end", { id: live.id });
    await shownWith(LiveStatus.ended);
  });
  await ifOffered("its recording", ["vod"], () =>
    step(
      "its recording is in the list",
      () => until("the recording", async () => (await shownWith(LiveStatus.ended)).baseRecordInfoRespVOList[0]),
      ({ videoUrl, duration }) => `${duration} s, ${videoUrl}`,
    ),
  );
  await step(
    `nobody likes what is over (status ${LiveStatus.ended})`,
    async () => {
      await client.refused(NOT_RUNNING, "POST", "/app-api/cloudlive/live/like", { id: live.id, count: 1 });
      const now = await operator.get<Live>(`/admin-api/cloudlive/live-base-info/get?id=${live.id}`);
      expect(now.status === LiveStatus.ended, `the live's status is ${now.status}`);
      return now;
    },
    ({ likeTimes, status }) => `status ${status}, ${likeTimes} likes`,
  );
}

async function announce({ userId }: Shopper, { operator }: Shop, { spuId }: Product): Promise<Live> {
  const liveRoomId = await step(
    "the operator makes a live room for the member",
    () =>
      operator.post<number>("/admin-api/cloudlive/live-room/create", {
        memberUserId: userId,
        roomName: "The potter's room",
        liveType: LiveRoomType.personal,
      }),
    (id) => `room ${id}`,
  );
  return step(
    "a live in it, the teapot being explained",
    async () => {
      const liveId = await operator.post<number>("/admin-api/cloudlive/live-base-info/create", {
        liveRoomId,
        liveName: "Teapots, thrown by hand",
      });
      await operator.post("/admin-api/cloudlive/live-spu/create", {
        liveId,
        spuId,
        explainStatus: ExplainStatus.explaining,
      });
      const live = await operator.get<Live>(`/admin-api/cloudlive/live-base-info/get?id=${liveId}`);
      expect(live.status === LiveStatus.announced, `the live's status is ${live.status}`);
      return live;
    },
    ({ id, streamName }) => `live ${id}, stream ${streamName}`,
  );
}
