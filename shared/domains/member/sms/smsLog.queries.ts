import type { QueryFilter } from "mongoose";
import { SmsCodeModel, type SmsCodeDoc } from "./smsCode.model.js";
import type { SmsStatus } from "./smsCode.states.js";
import type { SmsLogScene, SmsScene } from "./smsScene.codes.js";

export interface SmsLogFilter {
  /** A whole number, or how it begins. */
  mobile?: string | undefined;
  scene?: SmsScene | typeof SmsLogScene.mobileChanged | undefined;
  status?: SmsStatus | undefined;
  /** Both ends belong to it. */
  between?: readonly [Date, Date] | undefined;
}

/** The codes of the last 30 days and what became of their messages, newest first (operators). */
export async function pageSmsLog(
  { mobile, scene, status, between }: SmsLogFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: SmsCodeDoc[]; total: number }> {
  const where: QueryFilter<SmsCodeDoc> = {
    // Of digits alone, so that what comes after "9" ends the beginning.
    ...(mobile === undefined ? {} : { mobile: { $gte: mobile, $lt: `${mobile}:` } }),
    ...(scene === undefined ? {} : { scene }),
    ...(status === undefined ? {} : { status }),
    ...(between ? { createdAt: { $gte: between[0], $lt: new Date(between[1].getTime() + 1) } } : {}),
  };
  const list = await SmsCodeModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<SmsCodeDoc[]>();
  return { list, total: await SmsCodeModel.countDocuments(where) };
}
