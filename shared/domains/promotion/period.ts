import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ShownStatus } from "./promotion.codes.js";
/** When an activity runs, and the operators' switch. The start counts, the end does not. */
interface Period {
  status: EnabledStatus;
  startAt: Date;
  endAt: Date;
}

export function isRunning({ status, startAt, endAt }: Period, at: Date): boolean {
  return status === EnabledStatus.enabled && startAt <= at && at < endAt;
}

/** As operators see it. */
export function shownStatus({ status, startAt, endAt }: Period, at: Date): ShownStatus {
  if (status === EnabledStatus.disabled) return ShownStatus.closed;
  if (at < startAt) return ShownStatus.waiting;
  return at < endAt ? ShownStatus.running : ShownStatus.ended;
}

/** As it is shown, or the stored switch. */
export type StatusAsked = EnabledStatus | ShownStatus;

/** Which rows are shown so at a moment. */
export function periodFilter(status: StatusAsked, at: Date): PeriodFilter {
  switch (status) {
    case EnabledStatus.enabled:
    case EnabledStatus.disabled:
      return { status };
    case ShownStatus.waiting:
      return { status: EnabledStatus.enabled, startAt: { $gt: at } };
    case ShownStatus.running:
      return { status: EnabledStatus.enabled, startAt: { $lte: at }, endAt: { $gt: at } };
    case ShownStatus.ended:
      return { status: EnabledStatus.enabled, endAt: { $lte: at } };
    case ShownStatus.closed:
      return { status: EnabledStatus.disabled };
  }
}
interface PeriodFilter {
  status: EnabledStatus;
  startAt?: { $gt: Date } | { $lte: Date };
  endAt?: { $gt: Date } | { $lte: Date };
}
