import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ShownStatus } from "./promotion.codes.js";
/** When an activity runs, start inclusive and end exclusive, and the operators' switch. */
interface Period {
  status: EnabledStatus;
  startAt: Date;
  endAt: Date;
}

export function isRunning({ status, startAt, endAt }: Period, at: Date): boolean {
  return status === EnabledStatus.enabled && startAt <= at && at < endAt;
}

/** The status for operators. */
export function shownStatus({ status, startAt, endAt }: Period, at: Date): ShownStatus {
  if (status === EnabledStatus.disabled) return ShownStatus.closed;
  if (at < startAt) return ShownStatus.waiting;
  return at < endAt ? ShownStatus.running : ShownStatus.ended;
}

/** The shown status, or the stored one. */
export type StatusFilter = EnabledStatus | ShownStatus;

/** The filter for rows with this status at a moment. */
export function periodFilter(status: StatusFilter, at: Date): PeriodFilter {
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
