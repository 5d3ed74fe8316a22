import { PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { add, addTo, byId, type CheckReport, type Read } from "./rows.js";

const GIVEN_BACK: readonly number[] = [PointBizType.returnedOrder, PointBizType.returnedItem];

/**
 * I7: for each member the records add up to the points, owed points and experience in the member's row, none below 0, and to nothing
 * for an erased one; the records of orders equal what these orders used and gave back.
 */
export async function pointsEqualRecords(report: CheckReport, read: Read): Promise<void> {
  const members = await read("members");
  report.looked["I7 members"] = members.length;
  const points = new Map<number, number>();
  const used = new Map<number, number>();
  const givenBack = new Map<number, number>();
  const orderOf = await orderReader(read);
  const owing = new Map<number, number>();
  for await (const { memberId, bizType, bizId, point, owed = 0 } of read.each("pointRecords")) {
    addTo(points, memberId, point);
    addTo(owing, memberId, owed);
    if (bizType === PointBizType.used) addTo(used, Number(bizId), -point);
    // What paid a debt was given back as well.
    if (GIVEN_BACK.includes(bizType)) addTo(givenBack, orderOf(bizId), point - owed);
  }
  const experience = new Map<number, number>();
  for await (const row of read.each("experienceRecords")) addTo(experience, row.memberId, row.experience);
  for (const member of members) {
    compare(report, member, { what: "points", has: member.point, sums: points });
    compare(report, member, { what: "owed points", has: member.pointOwed ?? 0, sums: owing });
    compare(report, member, { what: "experience", has: member.experience, sums: experience });
  }
  const nobody = { point: 0, experience: 0 };
  for (const _id of points.keys()) compare(report, { _id, ...nobody }, { what: "points", has: 0, sums: points });
  for (const _id of owing.keys()) compare(report, { _id, ...nobody }, { what: "owed points", has: 0, sums: owing });
  for (const _id of experience.keys())
    compare(report, { _id, ...nobody }, { what: "experience", has: 0, sums: experience });
  await ordersUse(report, read, { used, givenBack });
}

/** Records name an order, one of its refunds or an after-sale. */
async function orderReader(read: Read): Promise<(bizId: string) => number> {
  const refunds = byId(await read("tradeOrderRefunds"));
  const afterSales = byId(await read("afterSales"));
  return (bizId) => {
    const [, kind, id] = /^(?:(refund|after-sale)-)?(\d+)$/.exec(bizId) ?? [];
    if (kind === undefined) return Number(bizId);
    return (kind === "refund" ? refunds : afterSales).get(Number(id))?.orderId ?? -1;
  };
}

/** What is left in `sums` afterwards belongs to erased members. */
function compare(
  report: CheckReport,
  { _id }: { _id: number },
  { what, has, sums }: { what: string; has: number; sums: Map<number, number> },
): void {
  const sum = sums.get(_id) ?? 0;
  sums.delete(_id);
  if (sum !== has || has < 0) add(report, "I7", `member ${_id}`, `${has} ${what}, the records add up to ${sum}`);
}

async function ordersUse(
  report: CheckReport,
  read: Read,
  { used, givenBack }: { used: Map<number, number>; givenBack: Map<number, number> },
): Promise<void> {
  const members = byId(await read("members"));
  for (const { _id, memberId, status, payStatus, usePoint, refundPoint } of await read("tradeOrders")) {
    const [taken, back] = [used.get(_id) ?? 0, givenBack.get(_id) ?? 0];
    used.delete(_id);
    const about = `order ${_id}`;
    if (taken !== usePoint) add(report, "I7", about, `uses ${usePoint} points, ${taken} were taken`);
    if (!members.has(memberId)) continue;
    if (!payStatus && status !== OrderStatus.cancelled && back !== 0)
      add(report, "I7", about, `is not cancelled, ${back} points were given back`);
    if (payStatus && back !== refundPoint)
      add(report, "I7", about, `gave ${refundPoint} points back, its records ${back}`);
    if (status === OrderStatus.cancelled && back !== usePoint)
      add(report, "I7", about, `is cancelled and used ${usePoint} points, ${back} were given back`);
  }
  for (const [id, taken] of used) add(report, "I7", `order ${id}`, `is absent, ${taken} points were taken for it`);
}
