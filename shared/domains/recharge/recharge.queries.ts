import { RechargeModel, type RechargeDoc } from "./recharge.model.js";

export async function findRecharge(rechargeId: number): Promise<RechargeDoc | null> {
  return Number.isSafeInteger(rechargeId) ? RechargeModel.findById(rechargeId).lean<RechargeDoc>() : null;
}

export interface RechargeFilter {
  memberId?: number | undefined;
  payStatus?: boolean | undefined;
}

/** Recharges (of one member), newest first; pageSize -1 is all of them, at most 10,000. */
export async function pageRecharges(
  { memberId, payStatus }: RechargeFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: RechargeDoc[]; total: number }> {
  const filter = { ...(memberId === undefined ? {} : { memberId }), ...(payStatus === undefined ? {} : { payStatus }) };
  const all = pageSize === -1;
  const list = await RechargeModel.find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .skip(all ? 0 : (pageNo - 1) * pageSize)
    .limit(all ? 10_000 : pageSize)
    .lean<RechargeDoc[]>();
  return { list, total: await RechargeModel.countDocuments(filter) };
}
