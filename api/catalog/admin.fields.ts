import { z } from "zod";
import { LongId, longOf, optional, TimeRange } from "#api/http/fields.js";

/** What the operators' endpoints of the catalog have in common. */
export const IdQuery = z.object({ id: LongId });
/** 0 enabled, 1 disabled. */
export const Status = longOf([0, 1]);
/** A sort key, small first. */
export const Sort = z.number().int().min(0).max(1_000_000);

const LAST_MS = 8.64e15;
/** `createTime=from&createTime=to`, epoch ms, as dates; both ends count, and without an end it is open. */
export const DateRange = optional(
  TimeRange.transform(([from = 0, to = LAST_MS]) => [new Date(from), new Date(to)] as const)
    .refine((range) => range.every((date) => !Number.isNaN(date.getTime())), { error: "must be two times" })
    .refine(([from, to]) => from <= to, { error: "must not end before it begins" }),
);

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
/** What was sent: a field that was left out is absent, not undefined. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
