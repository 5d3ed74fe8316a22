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
