/** When an activity runs, and the operators' switch: 0 enabled, 1 closed. The start counts, the end does not. */
export interface Period {
  status: 0 | 1;
  startAt: Date;
  endAt: Date;
}

export function isRunning({ status, startAt, endAt }: Period, at: Date): boolean {
  return status === 0 && startAt <= at && at < endAt;
}

/** As operators see it: 10 waiting, 20 running, 30 ended, 40 closed (domain-facts 2.9). */
export function shownStatus({ status, startAt, endAt }: Period, at: Date): 10 | 20 | 30 | 40 {
  if (status === 1) return 40;
  if (at < startAt) return 10;
  return at < endAt ? 20 : 30;
}

/** As it is shown (10 to 40), or the stored switch (0, 1). */
export type StatusAsked = 0 | 1 | 10 | 20 | 30 | 40;

/** Which rows are shown so at a moment. */
export function periodFilter(status: StatusAsked, at: Date): PeriodFilter {
  switch (status) {
    case 0:
    case 1:
      return { status };
    case 10:
      return { status: 0, startAt: { $gt: at } };
    case 20:
      return { status: 0, startAt: { $lte: at }, endAt: { $gt: at } };
    case 30:
      return { status: 0, endAt: { $lte: at } };
    case 40:
      return { status: 1 };
  }
}
interface PeriodFilter {
  status: 0 | 1;
  startAt?: { $gt: Date } | { $lte: Date };
  endAt?: { $gt: Date } | { $lte: Date };
}
