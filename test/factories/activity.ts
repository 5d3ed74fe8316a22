import {
  activityOffer,
  activityPaid,
  createActivity,
  createSeckillConfig,
  SeckillConfigModel,
  takeActivity,
  type ActivityChange,
  type ActivityGoodsDoc,
  type ActivityInput,
  type ActivityOffer,
} from "#shared/domains/promotion/activity/index.js";
import { findActivity } from "#shared/domains/promotion/activity/activity.queries.js";
import { findSkusWithSpus, withSkuLocks } from "#shared/domains/catalog/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { startService } from "#test/support/service.js";
import type { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { buildSpu } from "./spu.js";

export interface BuiltActivity {
  activityId: number;
  spuId: number;
  skuId: number;
  /** What a client adds to an order of it; a bargain names its record instead. */
  input: ActivityInput;
}

type Changes<K extends ActivityKind> = Partial<Omit<ActivityChange<K>, "rules" | "goods">> & {
  rules?: Partial<ActivityChange<K>["rules"]>;
  /** Laid over the one SKU. */
  goods?: Partial<ActivityChange<K>["goods"][number]>;
  /** Of the SKU outside the activity. */
  skuStock?: number;
  /** What its product has besides. */
  product?: Parameters<typeof buildSpu>[0];
};

async function build<K extends ActivityKind>(
  kind: K,
  defaults: Pick<ActivityChange<K>, "rules"> & { goods: Partial<ActivityChange<K>["goods"][number]> },
  { rules, goods, skuStock = 100, product, ...changes }: Changes<K>,
): Promise<Omit<BuiltActivity, "input">> {
  await startService();
  const { spuId, skuIds } = await buildSpu({ price: 9_900, stock: skuStock, ...product });
  const skuId = skuIds[0]!;
  const change: ActivityChange<K> = {
    name: "An activity",
    remark: "",
    sort: 0,
    spuId,
    startAt: clock.after(-days(1)),
    endAt: clock.after(days(1)),
    rules: { ...defaults.rules, ...rules },
    goods: [{ skuId, priceFen: 1_000, point: 0, limitCount: null, stock: 10, ...defaults.goods, ...goods }],
    ...changes,
  };
  return { activityId: await createActivity(kind, change, true), spuId, skuId };
}

/** A time slot that lasts all day; the same one each time. */
export async function wholeDaySlot(): Promise<number> {
  await startService();
  const found = await SeckillConfigModel.findOne({ startTime: "00:00:00", endTime: "24:00:00" }).lean();
  if (found) return found._id;
  return createSeckillConfig({
    name: "All day",
    startTime: "00:00:00",
    endTime: "24:00:00",
    sliderPicUrls: [],
    status: 0,
  });
}

/** A flash sale that runs: one SKU of 1000 fen, 10 in stock. */
export async function buildSeckill(changes: Changes<1> = {}): Promise<BuiltActivity> {
  const configIds = changes.rules?.configIds ?? [await wholeDaySlot()];
  const rules = { configIds, totalLimitCount: null, singleLimitCount: null };
  const built = await build(1, { rules, goods: {} }, changes);
  return { ...built, input: { type: 1, seckillActivityId: built.activityId } };
}

/** A group-buy of two that runs, with 24 hours for a group. */
export async function buildGroupBuy(changes: Changes<3> = {}): Promise<BuiltActivity> {
  const rules = { userSize: 2, limitHours: 24, virtualGroup: false, totalLimitCount: null, singleLimitCount: null };
  const built = await build(3, { rules, goods: { stock: null } }, changes);
  return { ...built, input: { type: 3, combinationActivityId: built.activityId } };
}

/** A bargain that runs: from 1000 down to 100 fen, by 300 each time. */
export async function buildBargain(changes: Changes<2> = {}): Promise<Omit<BuiltActivity, "input">> {
  const rules = {
    minFen: 100,
    helpMaxCount: 10,
    helpLimit: null,
    totalLimitCount: null,
    cutMinFen: 300,
    cutMaxFen: 300,
  };
  return build(2, { rules, goods: {} }, changes);
}

/** An offer of the points mall: 100 points and 500 fen. */
export async function buildPointActivity(changes: Changes<4> = {}): Promise<BuiltActivity> {
  const built = await build(
    4,
    { rules: {}, goods: { point: 100, priceFen: 500 } },
    { startAt: null, endAt: null, ...changes },
  );
  return { ...built, input: { type: 4, pointActivityId: built.activityId } };
}

/** What an activity offers for its SKU, asked as trade asks. */
export async function offerFor(
  memberId: number,
  { skuId, input }: Pick<BuiltActivity, "skuId" | "input">,
  { count = 1, headId }: { count?: number; headId?: number } = {},
): Promise<ActivityOffer> {
  const [found] = await findSkusWithSpus([skuId]);
  const line = { skuId, spuId: found!.spu._id, count, stock: found!.sku.stock };
  const asked = headId === undefined ? input : { ...input, combinationHeadId: headId };
  return (await activityOffer(memberId, asked, [line], clock.now()))!;
}

/** An order takes what it was offered, as trade does: in line for its SKU. Answers the order's id. */
export async function take(memberId: number, offer: ActivityOffer): Promise<number> {
  const orderId = await nextId("tradeOrders");
  await withSkuLocks([offer.skuId], () =>
    inTransaction(() => takeActivity(offer, { memberId, orderId, at: clock.now() })),
  );
  return orderId;
}

/** Offered and taken. */
export async function order(
  memberId: number,
  activity: Pick<BuiltActivity, "skuId" | "input">,
  options: { count?: number; headId?: number } = {},
): Promise<number> {
  return take(memberId, await offerFor(memberId, activity, options));
}

/** Ordered and paid; answers the order and its group-buy record. */
export async function orderAndPay(
  memberId: number,
  activity: Pick<BuiltActivity, "skuId" | "input">,
  options: { count?: number; headId?: number } = {},
): Promise<{ orderId: number; recordId: number | null }> {
  const orderId = await order(memberId, activity, options);
  return { orderId, recordId: await pay(orderId) };
}

export const pay = (orderId: number): Promise<number | null> => inTransaction(() => activityPaid(orderId, clock.now()));

/** The one SKU of an activity as it is stored now. */
export async function goodsNow(kind: ActivityKind, activityId: number): Promise<ActivityGoodsDoc> {
  return (await findActivity(kind, activityId))!.goods[0]!;
}

/** The code of a refusal; fails when there is none. */
export async function codeOf(work: Promise<unknown>): Promise<number> {
  return work.then(
    () => Promise.reject(new Error("was not refused")),
    (error: { code?: number }) => error.code ?? Promise.reject(error as Error),
  );
}
