import { AfterSaleStatus } from "#shared/domains/trade/afterSale/afterSale.states.js";
import { ItemAfterSaleStatus } from "#shared/domains/trade/order/order.states.js";
import { add, byId, groupBy, type CheckReport, type Read, type Rows } from "./rows.js";

type AfterSale = Rows["afterSales"];
const isOpen = ({ status }: AfterSale): boolean => status < AfterSaleStatus.refunded;

/** I3: an item has exactly one open after-sale while its state says so; a refunded one paid something back. */
export async function itemsKnowAfterSales(report: CheckReport, read: Read): Promise<void> {
  const afterSales = await read("afterSales");
  report.looked["I3 after-sales"] = afterSales.length;
  const own = byId(afterSales);
  const open = groupBy(afterSales.filter(isOpen), "orderItemId");
  const touched = byId(
    await read("tradeOrderItems", {
      afterSaleStatus: { $in: [ItemAfterSaleStatus.underWay, ItemAfterSaleStatus.refunded] },
    }),
  );
  const refunded = new Set((await read("tradeOrderRefunds")).map(({ afterSaleId }) => afterSaleId));
  for (const { _id, afterSaleStatus, afterSaleId } of touched.values()) {
    const complain = (what: string): void => add(report, "I3", `order item ${_id}`, what);
    const mine = (open.get(_id) ?? []).map((row) => row._id);
    const named = afterSaleId === null ? undefined : own.get(afterSaleId);
    if (afterSaleStatus === ItemAfterSaleStatus.underWay && (mine.length !== 1 || mine[0] !== afterSaleId))
      complain(`in after-sale ${afterSaleId}, open are ${mine.join(" and ") || "none"}`);
    if (afterSaleStatus === ItemAfterSaleStatus.refunded && mine.length > 0)
      complain(`refunded, after-sale ${mine.join(" and ")} is open`);
    if (afterSaleStatus === ItemAfterSaleStatus.refunded && afterSaleId !== null && !isOpenOrRefunded(named))
      complain(`refunded, its after-sale ${afterSaleId} is ${named ? `at ${named.status}` : "absent"}`);
  }
  for (const { _id, orderItemId, status } of afterSales) {
    const item = touched.get(orderItemId);
    if (!item && status < AfterSaleStatus.refunded)
      add(report, "I3", `after-sale ${_id}`, `at ${status}, its item ${orderItemId} does not know of it`);
    // With money of its own, or with the whole of its item.
    if (
      status === AfterSaleStatus.refunded &&
      !refunded.has(_id) &&
      item?.afterSaleStatus !== ItemAfterSaleStatus.refunded
    )
      add(report, "I3", `after-sale ${_id}`, `refunded, its item ${orderItemId} is not`);
  }
}

/** An open one is already reported as open. */
const isOpenOrRefunded = (one: AfterSale | undefined): boolean =>
  one !== undefined && one.status <= AfterSaleStatus.refunded;
