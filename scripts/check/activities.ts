import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { ownersOf, type OwnerNow } from "./merged.js";
import { add, addTo, byId, type CheckReport, type Read, type Rows } from "./rows.js";

type Take = Rows["activityTakes"];

/**
 * I7: what an activity and its members took equals what orders hold that are not cancelled, and nothing is below 0;
 * bargains and helps are counted.
 */
export async function activitiesEqualTakes(report: CheckReport, read: Read): Promise<void> {
  const orders = byId(await read("tradeOrders"));
  const goods = new Map(
    (await read("activityGoods", { deletedAt: null })).map((row) => [`${row.activityId}-${row.skuId}`, row]),
  );
  const ownerOf = await ownersOf(read);
  const taken = new Map<string, number>();
  const byMember = new Map<string, number>();
  let looked = 0;
  for await (const take of read.each("activityTakes")) {
    looked++;
    const wrong = wrongState(take, orders.get(take.orderId));
    if (wrong) add(report, "I7", `activity take ${take._id}`, wrong);
    if (take.state === "released") continue;
    const place = `${take.activityId}-${take.skuId}`;
    // Takes from before an operator removed the goods and added them again counted for the removed goods.
    if (take.createdAt >= (goods.get(place)?.createdAt ?? take.createdAt)) addTo(taken, place, take.count);
    addTo(byMember, keyOf({ ...take, memberId: ownerOf(take.memberId), scope: scopeOf(take) }), take.count);
  }
  report.looked["I7 activity orders"] = looked;
  for (const [place, row] of goods) {
    const about = `activity goods ${row._id}`;
    const held = taken.get(place) ?? 0;
    if (row.taken !== held) add(report, "I7", about, `${row.taken} taken, orders hold ${held}`);
    if ((row.stock ?? 0) < 0) add(report, "I7", about, `stock ${row.stock}`);
  }
  await membersAreCounted(report, read, { held: byMember, ownerOf });
}

function wrongState({ orderId, state }: Take, order: Rows["tradeOrders"] | undefined): string | undefined {
  if (!order) return `its order ${orderId} is absent`;
  if (order.status === OrderStatus.cancelled)
    return state === "released" ? undefined : `${state}, its order ${orderId} is cancelled`;
  const expected = order.payStatus ? "paid" : "held";
  return state === expected ? undefined : `${state} instead of ${expected} in order ${orderId}`;
}

/** While two members are merged the rows of both count for the one who has them in the end. */
async function membersAreCounted(
  report: CheckReport,
  read: Read,
  { held, ownerOf }: { held: Map<string, number>; ownerOf: OwnerNow },
): Promise<void> {
  const of = (row: { activityId: number; memberId: number }, scope: string): string =>
    keyOf({ activityId: row.activityId, memberId: ownerOf(row.memberId), scope });
  for await (const row of read.each("bargainRecords")) addTo(held, of(row, "bargain"), 1);
  for await (const row of read.each("bargainHelps")) addTo(held, of(row, "help"), 1);
  const counted = new Map<string, { ids: number[]; sum: number }>();
  for await (const row of read.each("activityCounts")) {
    const key = of(row, row.scope);
    const { ids, sum } = counted.get(key) ?? { ids: [], sum: 0 };
    counted.set(key, { ids: [...ids, row._id], sum: sum + row.count });
  }
  for (const [key, { ids, sum }] of counted) {
    const count = held.get(key) ?? 0;
    held.delete(key);
    if (sum !== count) add(report, "I7", `activity count ${ids.join(" and ")}`, `${sum} counted, there are ${count}`);
  }
  for (const [key, count] of held) add(report, "I7", `activity count ${key}`, `is absent, there are ${count}`);
}

/** The points mall counts each SKU for itself. */
const scopeOf = ({ kind, skuId }: Take): string => (kind === ActivityKind.points ? `take-${skuId}` : "take");
const keyOf = ({ activityId, memberId, scope }: Omit<Rows["activityCounts"], "_id" | "count">): string =>
  `${activityId} ${memberId} ${scope}`;
