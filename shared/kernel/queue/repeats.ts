/**
 * Why nothing is lost when a job is enqueued again while a run of it, which has read the data already, is open, and that
 * changes nothing (JobDeclaration.ignoresRepeats).
 * - once: its key names what happens once.
 * - moved: who has more to do for it moves the open row (`replace`), which the run that goes on does not end.
 * - readsAll: its run goes on until nothing is left.
 * - schedule: the next tick of `by` finds what was missed.
 */
export type WhyIgnored =
  { because: "once" | "moved" | "readsAll"; why: string } | { because: "schedule"; by: string; why: string };

export const once = (why: string): WhyIgnored => ({ because: "once", why });
export const moved = (why: string): WhyIgnored => ({ because: "moved", why });
export const readsAll = (why: string): WhyIgnored => ({ because: "readsAll", why });
export const madeGoodBy = (by: string, why: string): WhyIgnored => ({ because: "schedule", by, why });
