import { Refusal } from "../parts/forms";
import { List, Page, Picture, Price } from "../parts/pieces";
import { say } from "../language";
import { GroupStatus, ShownStatus } from "../shop.states";
import { go } from "../router";
import { shop } from "../shop";
import { useAct, useLoad } from "../useLoad";

interface Offer {
  id: number;
  picUrl: string;
  name: string;
  fen: number;
  was: number;
  note: string;
  left: number | null;
  /** What can be done with it: a text, and where it leads, or what it does first. */
  acts: [text: string, act: string | (() => Promise<void>)][];
}

type Activity = Pick<Offer, "id" | "picUrl"> & { spuName: string; marketPrice: number; stock: number | null };
const shown = ({ id, picUrl, spuName, marketPrice, stock }: Activity, fen: number) =>
  ({ id, picUrl, name: spuName, fen, was: marketPrice, left: stock }) satisfies Partial<Offer>;

async function flashSales(): Promise<Offer[]> {
  const list = await shop().get("/app-api/promotion/seckill-activity/list");
  return list.map((one) => ({
    ...shown(one, one.seckillPrice),
    note: say("{n} left", "仅剩 {n} 件", { n: one.stock ?? "…" }),
    acts: one.products
      .filter(() => one.status === ShownStatus.running)
      .map(({ skuId }) => [say("Grab it", "立即抢购"), `/checkout?sku=${skuId}&seckill=${one.id}`]),
  }));
}

/** Each with the groups that wait for one more. */
async function groups(): Promise<Offer[]> {
  const [list, open] = await Promise.all([
    shop().get("/app-api/promotion/combination-activity/list"),
    shop().get("/app-api/promotion/combination-record/list", { status: GroupStatus.open, count: 10 }),
  ]);
  return list.map((one) => {
    const to = `/checkout?sku=${one.products[0]?.skuId}&group=${one.id}`;
    const heads = open.filter(({ activityId }) => activityId === one.id);
    return {
      ...shown(one, one.combinationPrice),
      note: say("a group of {n}", "{n} 人成团", { n: one.userSize }),
      acts: [
        [say("Start a group", "发起拼团"), to],
        ...heads.map((head): Offer["acts"][number] => [
          say("Join {name}", "参加 {name} 的团", { name: head.nickname }),
          `${to}&head=${head.headId || head.id}`,
        ]),
      ],
    };
  });
}

async function bargains(): Promise<Offer[]> {
  const list = await shop().get("/app-api/promotion/bargain-activity/list");
  return list.map((one) => ({
    ...shown(one, one.bargainMinPrice),
    note: say("friends cut the price", "好友帮砍"),
    acts: [[say("Bargain", "去砍价"), () => startBargain(one.id)]],
  }));
}

/** One that is under way is shown again. */
async function startBargain(activityId: number): Promise<void> {
  const started = await shop().answers.post("/app-api/promotion/bargain-record/create", { activityId });
  if (started.code === 0) return go(`/bargain/${started.data}`);
  go(`/bargain/${(await shop().get("/app-api/promotion/bargain-record/get", { activityId })).id}`);
}

async function forPoints(): Promise<Offer[]> {
  const list = await shop().get("/app-api/promotion/point-activity/list");
  return list.map((one) => ({
    ...shown(one, one.price),
    note: say("and {n} points", "另加 {n} 积分", { n: one.point }),
    acts: one.products.map(({ skuId }) => [say("Redeem", "兑换"), `/checkout?sku=${skuId}&points=${one.id}`]),
  }));
}

async function discounts(): Promise<Offer[]> {
  const first = { pageNo: 1, pageSize: 10 };
  const { products } = await shop().post("/app-api/promotion/discount-activity/getDiscountActivityPage", first);
  return products.map((one) => ({
    ...shown({ ...one, id: one.skuId, marketPrice: one.price, stock: null }, one.salePrice),
    note: say("the price in the cart", "下单自动优惠"),
    acts: [[say("See it", "去看看"), `/product/${one.spuId}`]],
  }));
}

/** Every kind of activity that the shop runs now. */
export function OffersPage() {
  return (
    <Page title={say("Offers", "优惠活动")}>
      <Kind title={say("Flash sale", "限时秒杀")} load={flashSales} />
      <Kind title={say("Together", "拼团")} load={groups} />
      <Kind title={say("Bargain", "砍价")} load={bargains} />
      <Kind title={say("For points", "积分商城")} load={forPoints} />
      <Kind title={say("Discounts", "限时折扣")} load={discounts} />
    </Page>
  );
}

function Kind({ title, load }: { title: string; load: () => Promise<Offer[]> }) {
  const offers = useLoad(title, load);
  const { busy, error, act } = useAct();
  return (
    <section>
      <h2>{title}</h2>
      <Refusal error={error} />
      <List of={offers} empty={say("None at the moment.", "暂无活动。")}>
        {({ id, picUrl, name, fen, was, note, left, acts }) => (
          <article class="offer" key={id}>
            <Picture src={picUrl} />
            <div>
              <b>{name}</b>
              <small class="soft">{note}</small>
              <Price fen={fen} was={was} />
              <span class="acts">
                {left === 0 && <b class="tag">{say("Sold out", "已抢光")}</b>}
                {(left === 0 ? [] : acts).map(([text, what]) => (
                  <button
                    key={text}
                    type="button"
                    class="first small"
                    disabled={busy}
                    onClick={() => (typeof what === "string" ? go(what) : void act(what))}
                  >
                    {text}
                  </button>
                ))}
              </span>
            </div>
          </article>
        )}
      </List>
    </section>
  );
}
