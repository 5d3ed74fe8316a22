import type { Readable } from "node:stream";
import { DateTime } from "luxon";
import { z } from "zod";
import { recordOperation } from "#shared/domains/audit/index.js";
import { minutes } from "#shared/kernel/time/clock.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { withoutExtension } from "#shared/kernel/request/phones.js";
import { sendCsv } from "./csv.js";
import { endpoint, operator, type Endpoint, type OperatorActor } from "../endpoint.js";

/** The maximum of rows per file. More are refused before it begins, so that nobody takes half a list for all of it. */
const MOST_ROWS = 100_000;
/** For `count`: a page of no rows, with its total as far as a file may reach. */
export const onlyCountTo = (mostRows: number) => ({ pageNo: 1, pageSize: 0, countedTo: mostRows + 1 });
export const onlyCount = onlyCountTo(MOST_ROWS);
/** The concurrent files per API process, each of up to a million rows read one after another. */
const MOST_AT_ONCE = 4;
const LONGEST_MS = minutes(10);
let running = 0;

/** The reader's view of personal data. */
export interface Sight {
  /** In full with the permission of the page, else masked: 138****5678. */
  mobile(mobile: string | null | undefined): string;
}
type Cell = string | number | boolean | null;
/** The heads in English and Chinese, and the cell of a row. */
type Column<T> = readonly [en: string, zh: string, cell: (row: T, sight: Sight) => Cell];
export type Columns<T> = readonly Column<T>[];

type Paging = "pageNo" | "pageSize" | "page" | "size";
type Filter<S extends z.ZodRawShape> = z.ZodObject<Omit<S, Paging>>;

interface Export<S extends z.ZodRawShape, T> {
  /** The path of its page: /admin-api/trade/order. */
  path: string;
  /** trade:order; the permissions are trade:order:export, and trade:order:query for full mobile numbers. */
  noun: string;
  summary: string;
  /** The page's query; paging is omitted. */
  pageQuery: z.ZodObject<S>;
  count(query: z.output<Filter<S>>): Promise<number>;
  /** In the page's order, read lazily. */
  rows(query: z.output<Filter<S>>): AsyncIterable<T>;
  columns: Columns<T>;
  /** Where more than 100,000 are wanted in one file. */
  mostRows?: number;
}

/**
 * All rows of a page's search as a CSV file (rules: Operators), heads in the language of the request. The audit log has
 * who exported which rows. 400 (`createTime`) beyond 100,000 rows, or `mostRows`; 503 while four others are being read.
 */
export function csvExport<S extends z.ZodRawShape, T>(declared: Export<S, T>): Endpoint {
  const { path, noun, summary, pageQuery, count, rows, columns, mostRows = MOST_ROWS } = declared;
  const [module = "", name = ""] = noun.split(":");
  for (const place of [0, 1] as const)
    if (new Set(columns.map((column) => column[place])).size < columns.length)
      throw new Error(`two columns of ${noun} have the same head`);
  return endpoint({
    method: "get",
    path: `${path}/export`,
    access: operator(`${noun}:export`),
    summary,
    input: { query: withoutPaging(pageQuery) },
    reply: "stream",
    replies: { 200: ["text/csv"] },
    handle: async ({ query, actor, ctx }) => {
      if (running >= MOST_AT_ONCE) throw errors.StillWorking({}, 5);
      running++;
      try {
        const search = query as z.output<Filter<S>>;
        const found = await count(search);
        if (found > mostRows) throw tooMany(mostRows);
        const sight = sightOf(actor, `${noun}:query`);
        await recordOperation({ module, action: `${name}.export`, bizId: "export", after: { search, rows: found } });
        const place = currentLanguage() === "zh" ? 1 : 0;
        const cells = columns.map((column) => [column[place], (row: T) => column[2](row, sight)] as const);
        sendCsv(ctx, `${module}-${name.replaceAll(":", "-")}`, Object.fromEntries(cells), rows(search));
      } catch (error) {
        running--;
        throw error;
      }
      endWith(ctx.body as Readable, () => running--);
    },
  });
}

const tooMany = (mostRows: number): Error =>
  errors.BadInput({
    field: "createTime",
    reason: `more than ${mostRows} rows are found: choose a shorter period`,
  });

/** Calls back when a file is done: read, aborted, or read for too long. */
function endWith(file: Readable, ended: () => void): void {
  const late = setTimeout(() => file.destroy(new Error("the reader of a file was too slow")), LONGEST_MS).unref();
  file.once("close", () => {
    clearTimeout(late);
    ended();
  });
}

/** The page's own fields, unchanged. */
function withoutPaging<S extends z.ZodRawShape>(pageQuery: z.ZodObject<S>): Filter<S> {
  const { pageNo: _no, pageSize: _size, page: _page, size: _rows, ...filter } = pageQuery.shape as z.ZodRawShape;
  return z.object(filter) as unknown as Filter<S>;
}

/** An operator's view of personal data: in full with this permission. */
export function sightOf({ permissions }: OperatorActor, permission: string): Sight {
  const whole = permissions.includes("*") || permissions.includes(permission);
  return { mobile: (mobile) => (whole ? (mobile ?? "") : maskMobile(mobile ?? "")) };
}

/** Masks a phone; only a mobile's beginning and the last four digits before an extension are shown. */
export function maskMobile(phone: string): string {
  if (/^1\d{10}$/.test(phone)) return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  const [end] = /\d{4}$/.exec(withoutExtension(phone)) ?? [];
  return end === undefined && !/\d/.test(phone) ? phone : `****${end ?? ""}`;
}

/** In the shop's time zone, for people; "" for none. */
export const shopTime = (at: Date | null | undefined): string =>
  at ? DateTime.fromJSDate(at, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm:ss") : "";

/** Fen as yuan: amounts in a file are for people and their spreadsheets. */
export const yuan = (fen: number | null | undefined): number | null =>
  fen === null || fen === undefined ? null : fen / 100;

/** The name of a code; an unknown one stays a number. */
export const named =
  (names: Readonly<Record<number, readonly [en: string, zh: string]>>) =>
  (code: number | null | undefined): string =>
    code === null || code === undefined ? "" : (names[code]?.[currentLanguage() === "zh" ? 1 : 0] ?? String(code));
