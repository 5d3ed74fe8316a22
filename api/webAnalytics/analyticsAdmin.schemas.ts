import { z } from "zod";
import { DAYS_MS, HOURS_MS, isFunnelStep, visitActions, visitKinds } from "#shared/domains/webAnalytics/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { DateRange, LongId, optional, pageInput, pageOf, QueryBoolean, Time } from "#api/http/fields.js";

const int = z.number().int();
const ref = z.string().max(64);
const LAST_DAYS = 7;

/** The time of a report: by default the last seven days; never in the future. */
export function timeOf(range: readonly [Date, Date] | undefined): readonly [Date, Date] {
  const now = clock.now();
  if (!range) return [new Date(now.getTime() - days(LAST_DAYS)), now];
  return [range[0], range[1] > now ? (range[0] > now ? range[0] : now) : range[1]];
}
const isWithin = (range: readonly [Date, Date] | undefined, most: number): boolean => {
  const [from, to] = timeOf(range);
  return to.getTime() - from.getTime() <= most;
};
const tooLong = (most: number) => ({ path: ["createTime"], error: `must not span more than ${most / days(1)} days` });

export const TrafficQuery = z
  .object({ unit: optional(z.enum(["hour", "day"])), createTime: DateRange })
  .refine(({ unit, createTime }) => unit !== "hour" || isWithin(createTime, HOURS_MS), tooLong(HOURS_MS))
  .refine(({ createTime }) => isWithin(createTime, DAYS_MS), tooLong(DAYS_MS));

const figures = { pv: int, uv: int, sessions: int, events: int, bots: int };
const Tallies = z.array(z.object({ key: z.string(), count: int, uv: int }));
/** By hour or day of Asia/Shanghai, `time` is its beginning; bots count only in `bots`. */
export const TrafficView = z.object({
  unit: z.enum(["hour", "day"]),
  list: z.array(z.object({ time: Time, ...figures })),
  totals: z.object(figures),
  pages: Tallies,
  sources: Tallies,
  devices: Tallies,
  actions: Tallies,
});

export const VisitPageQuery = pageInput({
  visitorId: optional(ref),
  sessionId: optional(ref),
  pagePath: optional(z.string().max(1_024)),
  type: optional(z.enum(visitKinds)),
  eventType: optional(z.enum(visitActions)),
  userId: optional(LongId),
  bot: optional(QueryBoolean),
  createTime: DateRange,
});
const Text = z.string().nullable();
const VisitView = z.object({
  id: int,
  type: z.enum(visitKinds),
  visitorId: z.string(),
  userId: int.nullable(),
  sessionId: Text,
  pagePath: z.string(),
  pageTitle: Text,
  eventType: Text,
  eventTarget: Text,
  eventLabel: Text,
  metadata: z.record(z.string(), z.unknown()).nullable(),
  referrer: Text,
  utmSource: Text,
  utmMedium: Text,
  deviceType: Text,
  source: z.string(),
  bot: z.boolean(),
  createTime: Time,
});
export const VisitPageView = pageOf(VisitView);

const MOST_DAYS = 92;
export const PathQuery = z
  .object({ createTime: DateRange })
  .refine(({ createTime }) => isWithin(createTime, days(MOST_DAYS)), tooLong(days(MOST_DAYS)));
const Counts = z.array(z.object({ key: z.string(), count: int }));
/** Times in seconds, conversionRate from 0 to 1. */
export const PathView = z.object({
  sessions: int,
  visitors: int,
  converted: int,
  conversionRate: z.number(),
  averagePages: z.number(),
  averageDuration: z.number(),
  entryPages: Counts,
  exitPages: Counts,
  paths: Counts,
  conversions: Counts,
  stays: z.array(z.object({ pagePath: z.string(), sessions: int, averageDuration: z.number() })),
});

const FUNNEL_DAYS = 31;
/** steps: `visit` (any page), click, submit, download, demo_try, or a page's path; repeated or joined by commas. */
export const FunnelQuery = z
  .object({
    steps: optional(
      z
        .preprocess(
          (value) => (typeof value === "string" ? value.split(",") : value),
          z.array(z.string().trim().max(1_024)).min(2).max(8),
        )
        .refine((steps) => steps.every(isFunnelStep), {
          error: `each must be visit, ${visitActions.join(", ")} or a path that begins with /`,
        }),
    ),
    createTime: DateRange,
  })
  .refine(({ createTime }) => isWithin(createTime, days(FUNNEL_DAYS)), tooLong(days(FUNNEL_DAYS)));
/** rate: of the visitors of the first step; stepRate: of those of the step before. From 0 to 1. */
export const FunnelView = z.object({
  steps: z.array(z.object({ step: z.string(), visitors: int, rate: z.number(), stepRate: z.number() })),
  conversionRate: z.number(),
  truncated: z.boolean(),
});
