import { z } from "zod";
import { Id } from "#shared/kernel/request/schemas.js";

export const visitKinds = ["pv", "event"] as const;
export const visitActions = ["click", "submit", "download", "demo_try"] as const;
export type VisitAction = (typeof visitActions)[number];

/** A page view or an action on a page, as stored; missing fields are absent. */
export const Visit = z.object({
  type: z.enum(visitKinds),
  visitorId: z.string(),
  sessionId: z.string().optional(),
  pagePath: z.string(),
  pageTitle: z.string().optional(),
  eventType: z.enum(visitActions).optional(),
  eventTarget: z.string().optional(),
  eventLabel: z.string().optional(),
  /** JSON text, so that untrusted keys never become field names of ours. */
  metadata: z.string().optional(),
  /** metadata.eventId: counts once per visitor. */
  eventId: z.string().optional(),
  referrer: z.string().optional(),
  utmSource: z.string().optional(),
  utmMedium: z.string().optional(),
  deviceType: z.string().optional(),
  /** The origin of the visitor: utmSource, else the referrer's host, else "direct". */
  source: z.string(),
});
export type Visit = z.output<typeof Visit>;

/** Who submitted events, and when they came in (epoch ms). */
export const Submission = z.object({
  /** Identifies this submission, so that a job that runs again stores nothing twice. */
  key: z.string(),
  at: z.number().int(),
  /** Judged by the user agent. */
  bot: z.boolean(),
  /** The token's member. */
  memberId: Id.nullable(),
});
export type Submission = z.output<typeof Submission>;

/** utmSource, else the referrer's host, else "direct". */
export function sourceOf({ utmSource, referrer }: { utmSource?: string | undefined; referrer?: string | undefined }) {
  if (utmSource) return utmSource;
  return referrer && URL.canParse(referrer) ? new URL(referrer).hostname || "direct" : "direct";
}
