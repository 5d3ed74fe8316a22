import { DateTime } from "luxon";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import type { ActivityDoc } from "./activity.model.js";
import type { SeckillConfigDoc } from "./seckill/seckillConfig.model.js";
import { ShownStatus } from "../promotion.codes.js";

export function shownStatus({ status, startAt, endAt }: Window & Pick<ActivityDoc, "status">, at: Date): ShownStatus {
  if (status === EnabledStatus.disabled) return ShownStatus.closed;
  if (startAt && at < startAt) return ShownStatus.waiting;
  return endAt && at >= endAt ? ShownStatus.ended : ShownStatus.running;
}

type Window = Pick<ActivityDoc, "startAt" | "endAt">;
/** Whether two windows overlap. A window without a bound is open on that side. */
export function overlap(a: Window, b: Window): boolean {
  const begins = ({ startAt }: Window): number => startAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const ends = ({ endAt }: Window): number => endAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return begins(a) < ends(b) && begins(b) < ends(a);
}

type Slot = Pick<SeckillConfigDoc, "startTime" | "endTime">;
/** Whether `at` is in a daily slot, which is in Asia/Shanghai time. */
export function isInSlot({ startTime, endTime }: Slot, at: Date): boolean {
  const time = DateTime.fromJSDate(at, { zone: "Asia/Shanghai" }).toFormat("HH:mm:ss");
  return startTime <= time && time < endTime;
}

export const slotsOverlap = (a: Slot, b: Slot): boolean => a.startTime < b.endTime && b.startTime < a.endTime;
