import { paidPayOrderIds, submittedPayOrderIds } from "#shared/domains/pay/index.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { RechargeModel, type RechargeDoc } from "./recharge.model.js";
import type { RechargeRefundStatus } from "./recharge.states.js";

export async function findRecharge(rechargeId: number): Promise<RechargeDoc | null> {
  return Number.isSafeInteger(rechargeId) ? RechargeModel.findById(rechargeId).lean<RechargeDoc>() : null;
}

interface RechargeFilter {
  memberId?: number | undefined;
  payStatus?: boolean | undefined;
  refundStatus?: RechargeRefundStatus | undefined;
  payOrderId?: number | undefined;
  /** When it was created; both ends inclusive. */
  between?: TimeSpan | undefined;
}

/** Recharges, newest first; pageSize -1: all, at most 10,000. */
export async function pageRecharges(
  { memberId, payStatus, refundStatus, payOrderId, between }: RechargeFilter,
  page: Page,
): Promise<PageOf<RechargeDoc>> {
  const filter = {
    ...(memberId === undefined ? {} : { memberId }),
    ...(payStatus === undefined ? {} : { payStatus }),
    ...(refundStatus === undefined ? {} : { refundStatus }),
    ...(payOrderId === undefined ? {} : { payOrderId }),
    ...createdWithin(between),
  };
  return pageOf(RechargeModel, filter, page);
}

/** Whether the member has a recharge that is at its channel, or paid and not credited yet. */
export async function hasRechargeUnderWay(memberId: number): Promise<boolean> {
  if (await hasUncreditedRecharge(memberId)) return true;
  const submitted = await submittedPayOrderIds(memberId, PayAppId.wallet);
  return (await RechargeModel.exists({ memberId, payStatus: false, payOrderId: { $in: submitted } })) !== null;
}

/** Whether the member has a paid recharge that is not credited yet. */
export async function hasUncreditedRecharge(memberId: number): Promise<boolean> {
  const paid = await paidPayOrderIds(memberId, PayAppId.wallet);
  return (await RechargeModel.exists({ memberId, payStatus: false, payOrderId: { $in: paid } })) !== null;
}
