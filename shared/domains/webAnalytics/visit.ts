import { z } from "zod";
import { Id } from "#shared/kernel/request/schemas.js";

export const visitKinds = ["pv", "event"] as const;
export const visitActions = ["click", "submit", "download", "demo_try"] as const;
export type VisitAction = (typeof visitActions)[number];

/** A page seen or something done on it, as it is kept; what was not told is absent. */
export const Visit = z.object({
  type: z.enum(visitKinds),
  visitorId: z.string(),
  sessionId: z.string().optional(),
  pagePath: z.string(),
  pageTitle: z.string().optional(),
  eventType: z.enum(visitActions).optional(),
  eventTarget: z.string().optional(),
  eventLabel: z.string().optional(),
  /** JSON text: a stranger's keys never become field names of ours. */
  metadata: z.string().optional(),
  /** metadata.eventId: the same one of a visitor counts once. */
  eventId: z.string().optional(),
  referrer: z.string().optional(),
  utmSource: z.string().optional(),
  utmMedium: z.string().optional(),
  deviceType: z.string().optional(),
  /** Where the visitor came from: utmSource, else the referrer's host, else "direct". */
  source: z.string(),
});
export type Visit = z.output<typeof Visit>;

/** Who told something, and when it came in (epoch ms). */
export const Told = z.object({
  /** Names this telling: a job that runs again stores nothing twice. */
  key: z.string(),
  at: z.number().int(),
  /** By the user agent. */
  bot: z.boolean(),
  /** The token's member. */
  memberId: Id.nullable(),
});
export type Told = z.output<typeof Told>;

/** utmSource, else the referrer's host, else "direct". */
export function sourceOf({ utmSource, referrer }: { utmSource?: string | undefined; referrer?: string | undefined }) {
  if (utmSource) return utmSource;
  return referrer && URL.canParse(referrer) ? new URL(referrer).hostname || "direct" : "direct";
}
