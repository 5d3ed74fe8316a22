import { LAST_MS } from "#shared/kernel/lists/filters.js";
import { z } from "zod";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { cleanName, nameFault } from "#shared/kernel/request/names.js";
import { normalizeMobile, normalizeReceiverPhone, RECEIVER_PHONE } from "#shared/kernel/request/phones.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** The interface's types (rules: Envelope and limits): what clients may send for Long, Boolean and paging. */

const canonical = /^(0|-?[1-9]\d{0,15})$/;
const fromDecimal = (value: unknown): unknown =>
  typeof value === "string" && canonical.test(value) ? Number(value) : value;
const asLong = <S extends z.ZodType<number>>(schema: S) =>
  z.preprocess(fromDecimal, schema).meta({ override: { type: "integer", format: "int64" } });

// What is made of it is not made of one that is refused.
const stop = { abort: true };
const Safe = z.number().int(stop).min(Number.MIN_SAFE_INTEGER, stop).max(Number.MAX_SAFE_INTEGER, stop);
/** Long: a safe integer, or its canonical decimal text. */
export const Long = asLong(Safe);
/** An id: a positive Long. */
export const LongId = asLong(Id);
/** A row by id: `?id=` or `{id}`. */
export const IdQuery = z.object({ id: LongId });
/** A Long with fixed values: `longOf([1, 2, 3])`. */
export const longOf = <const V extends readonly number[]>(values: V) =>
  z
    .preprocess(
      fromDecimal,
      Safe.refine((value) => values.includes(value), { error: `must be one of ${values.join(", ")}` }),
    )
    .transform((value) => value as V[number])
    .meta({ override: { type: "integer", enum: [...values] } });
/** A whole number in a response. */
export const int = z.number().int();
/** A count, an amount of fen, a score: a JSON number, never text. */
export const Count = z.number().int().min(1).max(1_000_000);
/** Long.optional() that also takes null, as clients of typed languages send it. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === null || value === "" ? undefined : value), schema.optional());

/** A Boolean; "true" and "false" as text in a query. */
export const QueryBoolean = z
  .preprocess((value) => (value === "true" ? true : value === "false" ? false : value), z.boolean())
  .meta({ override: { type: "boolean" } });

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;
/** A member's text: trimmed, without control characters. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((value) => !controlCharacters.test(value), { error: "must not hold control characters" });

/** A name or a title: NFC, trimmed, with something to see, and without what changes the direction of text. */
export const nameText = (max: number, min = 1) =>
  z
    .string()
    .overwrite(cleanName)
    .min(min)
    .max(max)
    .superRefine((value, context) => {
      const fault = controlCharacters.test(value) ? "must not hold control characters" : nameFault(value);
      if (fault) context.addIssue({ code: "custom", message: fault });
    });

/** A mobile number of the mainland; spaces, dashes, full width digits and its prefix are taken off. */
export const Mobile = z
  .string()
  .overwrite(normalizeMobile)
  .regex(/^1[3-9]\d{9}$/, "must be a mobile number");

/** A receiver's phone, in the form of normalizeReceiverPhone. */
export const ReceiverPhone = z
  .string()
  .overwrite(normalizeReceiverPhone)
  .regex(RECEIVER_PHONE, {
    error: () =>
      currentLanguage() === "zh" ? "必须是手机号或带区号的固定电话" : "must be a mobile or landline number",
  });

/** A Long that defaults to `byDefault` when it is missing, null or empty, as other optional fields are. */
const longOr = (byDefault: number, schema: z.ZodType<number>) =>
  z
    .preprocess((value) => (value === null || value === "" ? undefined : value), asLong(schema).default(byDefault))
    .meta({ override: { type: "integer", format: "int64", default: byDefault } });
const pageNo = longOr(1, z.number().int().min(1));
const within = (page: { pageNo: number; pageSize: number }): boolean =>
  page.pageSize === -1 || page.pageNo * page.pageSize <= 10_000;

/** pageNo and pageSize (rules: Envelope and limits), with the fields of the page's own filter. */
export function pageInput<S extends z.ZodRawShape>(filter: S) {
  return z
    .object({ ...filter, pageNo, pageSize: longOr(10, z.number().int().min(1).max(100)) })
    .refine((page) => within(page as never), { path: ["pageNo"], error: "pageNo x pageSize must not exceed 10000" });
}

/** The same, where the interface allows -1 for all rows (at most 10,000). */
export function pageInputOrAll<S extends z.ZodRawShape>(filter: S) {
  const size = z.number().int().min(-1).max(100);
  return z
    .object({
      ...filter,
      pageNo,
      pageSize: longOr(
        10,
        size.refine((value) => value !== 0, { error: "must be -1 or at least 1" }),
      ),
    })
    .refine((page) => within(page as never), { path: ["pageNo"], error: "pageNo x pageSize must not exceed 10000" });
}

/** A page in a response. */
export const pageOf = <S extends z.ZodType>(row: S) => z.object({ list: z.array(row), total: z.number().int() });

/** Epoch milliseconds, and the same as text where the interface types a time String (rules: Interface). */
export const Time = z.number().int();
export const epochMs = (date: Date | null | undefined): number | null => date?.getTime() ?? null;
export const epochText = (date: Date | null | undefined): string | null => (date ? String(date.getTime()) : null);

/** A time, epoch milliseconds. */
export const Moment = Long.pipe(z.number().min(0, { abort: true }).max(LAST_MS, { abort: true }));
/** Epoch milliseconds of March 1973: what is below was sent in seconds. */
const LEAST_MS = 100_000_000_000;
/** A moment that somebody entered, epoch milliseconds. */
export const Instant = Moment.refine((ms) => ms >= LEAST_MS, {
  error: () =>
    currentLanguage() === "zh" ? "须为毫秒时间戳，而不是秒" : "must be a moment in epoch milliseconds, not seconds",
});
/** For a period in a form: its end is after its start. */
export const periodEnds = ({ startTime, endTime }: { startTime: number; endTime: number }): boolean =>
  startTime < endTime;
export const periodFault = {
  path: ["endTime"],
  error: () => (currentLanguage() === "zh" ? "必须晚于 startTime" : "must be later than startTime"),
};
/** A time range in a query: `createTime=from&createTime=to`, epoch ms; a single value is the beginning. */
export const TimeRange = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(Moment).min(1, { abort: true }).max(2, { abort: true }),
);
/** The same as dates, if given; both ends are included, and without an end it is open. */
export const DateRange = optional(
  TimeRange.transform(([from = 0, to = LAST_MS]) => [new Date(from), new Date(to)] as const).refine(
    ([from, to]) => from <= to,
    { error: "must not end before it begins", abort: true },
  ),
);

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
/** The fields that were sent: an omitted field is missing, not undefined. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
