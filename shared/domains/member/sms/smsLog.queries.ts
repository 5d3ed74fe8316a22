import type { QueryFilter } from "mongoose";
import { createdWithin, startingWith, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { SmsCodeModel, type SmsCodeDoc } from "./smsCode.model.js";
import type { SmsStatus } from "./smsCode.states.js";
import type { SmsLogScene } from "./smsScene.codes.js";

interface SmsLogFilter {
  /** A whole number, or a prefix of it. */
  mobile?: string | undefined;
  scene?: SmsLogScene | undefined;
  status?: SmsStatus | undefined;
  /** Inclusive at both ends. */
  between?: TimeSpan | undefined;
}

/** The codes of the last 30 days and the delivery of their messages, newest first (operators). */
export async function pageSmsLog(
  { mobile, scene, status, between }: SmsLogFilter,
  page: Page,
): Promise<PageOf<SmsCodeDoc>> {
  const where: QueryFilter<SmsCodeDoc> = {
    ...(mobile === undefined ? {} : { mobile: startingWith(mobile) }),
    ...(scene === undefined ? {} : { scene }),
    ...(status === undefined ? {} : { status }),
    ...createdWithin(between),
  };
  return pageOf(SmsCodeModel, where, page);
}
