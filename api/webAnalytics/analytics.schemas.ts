import { z } from "zod";
import { visitActions, visitKinds } from "#shared/domains/webAnalytics/index.js";
import { LongId, optional } from "#api/http/fields.js";

const ref = z.string().min(1).max(64);
const pagePath = z.string().min(1).max(1_024);
const METADATA_CHARACTERS = 4_096;

/** Stored as JSON text; eventId, text or a number, marks events that may be sent twice. */
const Metadata = z
  .record(z.string(), z.unknown())
  .refine((metadata) => JSON.stringify(metadata).length <= METADATA_CHARACTERS, {
    error: `must not be longer than ${METADATA_CHARACTERS} characters`,
  })
  .refine((metadata) => metadata["eventId"] == null || EventId.safeParse(metadata["eventId"]).success, {
    path: ["eventId"],
    error: "must be text of at most 100 characters, or a number",
  });
const EventId = z.union([z.string().min(1).max(100), z.number()]);

/** EventItem. */
export const EventItem = z
  .object({
    type: z.enum(visitKinds),
    visitorId: ref,
    sessionId: optional(ref),
    pagePath,
    pageTitle: optional(z.string().max(500)),
    eventType: optional(z.enum(visitActions)),
    eventTarget: optional(z.string().max(500)),
    eventLabel: optional(z.string().max(500)),
    metadata: optional(Metadata),
    referrer: optional(z.string().max(2_048)),
    utmSource: optional(z.string().max(100)),
    utmMedium: optional(z.string().max(100)),
    deviceType: optional(z.string().max(32)),
  })
  .refine(({ type, eventType }) => type === "pv" || eventType !== undefined, {
    path: ["eventType"],
    error: "is required where type is event",
  });
export type EventItem = z.output<typeof EventItem>;

export const CollectBody = z.object({ events: z.array(EventItem).max(100) });
export const Accepted = z.object({ accepted: z.number().int() });

const seconds = z.number().min(0).max(86_400);
/** duration: seconds since the page was opened. */
export const HeartbeatBody = z.object({ visitorId: ref, sessionId: ref, pagePath, duration: seconds });

const PAGES = 200;
const SEQUENCE_BYTES = 2_048;
const bytesOf = (texts: string | string[]): number =>
  [texts].flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0);
/** The pages in order: a list, or text as a JSON list or joined by ">", "->" or ",". At most 2 KiB. */
const PathSequence = z
  .union([z.array(pagePath), z.string()])
  // Checked before parsing, so that an anonymous text costs no more than reading it.
  .refine((pages) => bytesOf(pages) <= SEQUENCE_BYTES, {
    error: `must not be longer than ${SEQUENCE_BYTES} bytes`,
    abort: true,
  })
  .transform((pages) => (typeof pages === "string" ? pagesOf(pages) : pages))
  .pipe(z.array(z.string().max(1_024)).max(PAGES));

/** totalDuration: seconds. */
export const PathBody = z.object({
  visitorId: ref,
  userId: optional(LongId),
  sessionId: ref,
  pathSequence: optional(PathSequence),
  entryPage: optional(pagePath),
  exitPage: optional(pagePath),
  totalPages: optional(z.number().int().min(0).max(100_000)),
  totalDuration: optional(
    z
      .number()
      .min(0)
      .max(7 * 86_400),
  ),
  converted: optional(z.boolean()),
  conversionType: optional(z.string().max(64)),
});

function pagesOf(text: string): string[] {
  try {
    const parsed = z.array(z.string()).safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: text joined by separators.
  }
  return text
    .split(/->|→|>|,/)
    .map((page) => page.trim())
    .filter(Boolean);
}
