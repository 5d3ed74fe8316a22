import { createHash } from "node:crypto";
import { z } from "zod";
import { visitActions, visitKinds } from "#shared/domains/webAnalytics/index.js";
import { visitEventsLeftOut, visitTextsCut } from "#shared/kernel/observability/metrics.js";
import { cutText } from "#shared/kernel/request/cutText.js";
import { LongId, optional } from "#api/http/fields.js";

/** A text, which is cut where it is too long, as whoever reports it would lose the rest of the visit. */
const cut = (field: string, max: number, min = 0) =>
  z
    .string()
    .min(min)
    .overwrite((text) => {
      if (text.length > max) visitTextsCut.inc({ field });
      return cutText(text, max);
    });

const REF = 64;
const HASH = 16;
/** A reference that is too long: its beginning and a hash, so that two of them stay two. */
function shortRef(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${cutText(text, max - HASH - 1)}~${createHash("sha256").update(text).digest("hex").slice(0, HASH)}`;
}
const ref = (field: string) =>
  z
    .string()
    .min(1)
    .overwrite((text) => {
      if (text.length > REF) visitTextsCut.inc({ field });
      return shortRef(text, REF);
    });

const PATH_CHARACTERS = 1_024;
const pagePath = cut("pagePath", PATH_CHARACTERS, 1);
const METADATA_CHARACTERS = 4_096;
const EVENT_ID_CHARACTERS = 100;
const EventId = z.union([z.string().min(1), z.number()]);
/** What marks an event that may be sent twice, as it is stored. */
export const eventIdOf = (metadata: object | undefined): string | undefined => {
  const { eventId } = (metadata ?? {}) as { eventId?: string | number | null };
  return eventId == null ? undefined : shortRef(String(eventId), EVENT_ID_CHARACTERS);
};

/** Stored as JSON text; one that is too long keeps its eventId alone. */
const Metadata = z
  .record(z.string(), z.unknown())
  .refine(({ eventId }) => eventId == null || EventId.safeParse(eventId).success, {
    path: ["eventId"],
    error: "must be text or a number",
    abort: true,
  })
  .overwrite((metadata) => {
    if (JSON.stringify(metadata).length <= METADATA_CHARACTERS) return metadata;
    visitTextsCut.inc({ field: "metadata" });
    const eventId = eventIdOf(metadata);
    return eventId === undefined ? {} : { eventId };
  });

/** EventItem. */
export const EventItem = z
  .object({
    type: z.enum(visitKinds),
    visitorId: ref("visitorId"),
    sessionId: optional(ref("sessionId")),
    pagePath,
    pageTitle: optional(cut("pageTitle", 500)),
    eventType: optional(z.enum(visitActions)),
    eventTarget: optional(cut("eventTarget", 500)),
    eventLabel: optional(cut("eventLabel", 500)),
    metadata: optional(Metadata),
    referrer: optional(cut("referrer", 2_048)),
    utmSource: optional(cut("utmSource", 100)),
    utmMedium: optional(cut("utmMedium", 100)),
    deviceType: optional(cut("deviceType", 32)),
  })
  .refine(({ type, eventType }) => type === "pv" || eventType !== undefined, {
    path: ["eventType"],
    error: "is required where type is event",
  });
export type EventItem = z.output<typeof EventItem>;

const EVENTS = 100;
/** Those that can be read, read. If none can, all of them, so that the refusal names what is wrong with the first. */
function readable(events: unknown): unknown {
  if (!Array.isArray(events) || events.length > EVENTS) return events;
  const tried = events.map((event) => EventItem.safeParse(event));
  if (!tried.some(({ success }) => success)) return events;
  return tried.flatMap(({ success, data, error }) => {
    if (success) return [data];
    visitEventsLeftOut.inc({ field: String(error.issues[0]?.path[0] ?? "event") });
    return [];
  });
}

export const CollectBody = z.object({ events: z.preprocess(readable, z.array(EventItem).max(EVENTS)) });
export const Accepted = z.object({ accepted: z.number().int() });

const seconds = z.number().min(0).max(86_400);
/** duration: seconds since the page was opened. */
export const HeartbeatBody = z.object({
  visitorId: ref("visitorId"),
  sessionId: ref("sessionId"),
  pagePath,
  duration: seconds,
});

const PAGES = 200;
const SEQUENCE_BYTES = 2_048;
/** The pages in order: a list, or text as a JSON list or joined by ">", "->" or ",". Its first 2 KiB are kept. */
const PathSequence = z
  .union([z.array(z.string()), z.string()])
  .transform((pages) => (typeof pages === "string" ? pagesOf(pages) : pages))
  .transform((pages) => ({
    pages: firstOf(pages),
    count: pages.length,
    last: cutText(pages.at(-1) ?? "", PATH_CHARACTERS),
  }));

function firstOf(pages: string[]): string[] {
  let bytes = 0;
  const first = pages
    .slice(0, PAGES)
    .map((page) => cutText(page, PATH_CHARACTERS))
    .filter((page) => (bytes += Buffer.byteLength(page)) <= SEQUENCE_BYTES);
  if (first.length < pages.length || first.some((page, index) => page !== pages[index]))
    visitTextsCut.inc({ field: "pathSequence" });
  return first;
}

/** totalDuration: seconds. */
export const PathBody = z.object({
  visitorId: ref("visitorId"),
  userId: optional(LongId),
  sessionId: ref("sessionId"),
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
  conversionType: optional(cut("conversionType", 64)),
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
