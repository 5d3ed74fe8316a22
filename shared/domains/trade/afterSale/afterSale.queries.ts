import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { openAfterSaleStates, type AfterSaleStatus } from "./afterSale.states.js";

/** AfterSaleNotFound (1011000100). */
export async function getAfterSale(afterSaleId: number): Promise<AfterSaleDoc> {
  const afterSale = await AfterSaleModel.findById(afterSaleId).lean<AfterSaleDoc>();
  if (!afterSale) throw tradeErrors.AfterSaleNotFound();
  return afterSale;
}

/** The member's own. An absent one and somebody else's are the same refusal: AfterSaleNotFound (1011000100). */
export async function ownAfterSale(memberId: number, afterSaleId: number): Promise<AfterSaleDoc> {
  const afterSale = await AfterSaleModel.findOne({ _id: afterSaleId, memberId }).lean<AfterSaleDoc>();
  if (!afterSale) throw tradeErrors.AfterSaleNotFound();
  return afterSale;
}

/** The member's own, newest first; of these states, or of all. */
export async function pageAfterSalesOfMember(
  memberId: number,
  { statuses, ...page }: Page & { statuses?: AfterSaleStatus[] | undefined },
): Promise<PageOf<AfterSaleDoc>> {
  return pageOf(AfterSaleModel, { memberId, ...(statuses ? { status: { $in: statuses } } : {}) }, page);
}

/** Does anything of this member wait for a decision, for goods or for money? */
export async function hasOpenAfterSale(memberId: number): Promise<boolean> {
  return (await AfterSaleModel.exists({ memberId, status: { $in: [...openAfterSaleStates] } })) !== null;
}
