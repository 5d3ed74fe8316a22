import { RechargeModel, type RechargeDoc } from "./recharge.model.js";
import type { RechargeRefundStatus } from "./recharge.states.js";

export async function findRecharge(rechargeId: number): Promise<RechargeDoc | null> {
  return Number.isSafeInteger(rechargeId) ? RechargeModel.findById(rechargeId).lean<RechargeDoc>() : null;
}

export interface RechargeFilter {
  memberId?: number | undefined;
  payStatus?: boolean | undefined;
  refundStatus?: RechargeRefundStatus | undefined;
  payOrderId?: number | undefined;
  /** When it was made; both ends count. */
  between?: readonly [Date, Date] | undefined;
}

/** Recharges (of one member), newest first; pageSize -1 is all of them, at most 10,000. */
export async function pageRecharges(
  { memberId, payStatus, refundStatus, payOrderId, between }: RechargeFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: RechargeDoc[]; total: number }> {
  const filter = {
    ...(memberId === undefined ? {} : { memberId }),
    ...(payStatus === undefined ? {} : { payStatus }),
    ...(refundStatus === undefined ? {} : { refundStatus }),
    ...(payOrderId === undefined ? {} : { payOrderId }),
    // Both bounds exclusive, as a moment is a whole millisecond: the store in use drops an inclusive bound of an index
    // field that has another one behind it.
    ...(between
      ? { createdAt: { $gt: new Date(between[0].getTime() - 1), $lt: new Date(between[1].getTime() + 1) } }
      : {}),
  };
  const all = pageSize === -1;
  const list = await RechargeModel.find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .skip(all ? 0 : (pageNo - 1) * pageSize)
    .limit(all ? 10_000 : pageSize)
    .lean<RechargeDoc[]>();
  return { list, total: await RechargeModel.countDocuments(filter) };
}
