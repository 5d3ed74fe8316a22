import { countedWhole, pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { openAfterSaleStates, type AfterSaleStatus } from "./afterSale.states.js";

/** Throws AfterSaleNotFound (1011000100). */
export async function getAfterSale(afterSaleId: number): Promise<AfterSaleDoc> {
  const afterSale = await AfterSaleModel.findById(afterSaleId).lean<AfterSaleDoc>();
  if (!afterSale) throw tradeErrors.AfterSaleNotFound();
  return afterSale;
}

/** The member's own. Throws AfterSaleNotFound (1011000100) for an absent one and for another member's alike. */
export async function ownAfterSale(memberId: number, afterSaleId: number): Promise<AfterSaleDoc> {
  const afterSale = await AfterSaleModel.findOne({ _id: afterSaleId, memberId }).lean<AfterSaleDoc>();
  if (!afterSale) throw tradeErrors.AfterSaleNotFound();
  return afterSale;
}

/** The member's own in these states, or in all, newest first. */
export async function pageAfterSalesOfMember(
  memberId: number,
  { statuses, ...page }: Page & { statuses?: AfterSaleStatus[] | undefined },
): Promise<PageOf<AfterSaleDoc>> {
  return pageOf(AfterSaleModel, { memberId, ...(statuses ? { status: { $in: statuses } } : {}) }, countedWhole(page));
}

/** Whether the member has an after-sale that waits for a decision, for goods or for money. */
export async function hasOpenAfterSale(memberId: number): Promise<boolean> {
  return (await AfterSaleModel.exists({ memberId, status: { $in: [...openAfterSaleStates] } })) !== null;
}

/** The oldest open after-sale of an order. */
export const openAfterSaleOf = (orderId: number): Promise<AfterSaleDoc | null> =>
  AfterSaleModel.findOne({ orderId, status: { $in: [...openAfterSaleStates] } })
    .sort({ _id: 1 })
    .lean<AfterSaleDoc>();
