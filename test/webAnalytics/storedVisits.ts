import { storeEvents } from "#shared/domains/webAnalytics/worker.js";
import { days } from "#shared/kernel/time/clock.js";
import { freshVisitor } from "./support.js";

/** The beginning of a day in Shanghai that no other test uses; past, so that tokens of now hold when the clock is there. */
let used = 0;
export const freshDay = (): number => Date.parse("2021-03-01T00:00:00+08:00") + days((used += 3));
/** The days over which a test has advanced the clock are no other test's either. */
export const passDays = (count: number): void => void (used += count);

export const visit = (visitorId: string, pagePath = "/", more: object = {}) => ({
  type: "pv" as const,
  visitorId,
  sessionId: `s-${visitorId}`,
  pagePath,
  source: "direct",
  ...more,
});
export const store = (at: number, events: Parameters<typeof storeEvents>[0]["events"], more: object = {}) =>
  storeEvents({ key: freshVisitor(), at, bot: false, memberId: null, events, ...more });
