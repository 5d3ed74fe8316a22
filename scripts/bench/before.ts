import type { Table } from "./tables.js";

/**
 * A figure of the bench beside what it was before orders, lists and growth were worked on ("-": not measured then), and
 * what is wanted. `under` is the line without an indent above, where a name occurs several times.
 */
interface Goal {
  part: string;
  under?: string;
  row: string;
  column: string;
  before: string;
  wanted: string;
}

const of = (part: string, row: string, column: string, before = "-", wanted = "", under?: string): Goal => ({
  part,
  row,
  column,
  before,
  wanted,
  ...(under === undefined ? {} : { under }),
});
const MANY = "order, 16 members";
const WHOLE = "whole / hundredth";
const FLAT = "<= 1.3";
const SEARCHES = [
  "keyword",
  "a common word, sorted",
  "two words, by sales",
  "category, by price",
  "keyword, brand, new, by price",
];
const SLOW = "in memory, 25 ms a command";
/** Counted by the same part in the state before. */
const FLOWS = {
  "sign-in": 8.2,
  "cart add": 4.2,
  recharge: 60,
  "flash sale": 70,
  "group of two": 171,
  "after-sale": 15.8,
  refund: 117,
};

const goals: readonly Goal[] = [
  of("costs", "commands of MongoDB", "order, 1 member", "77", "<= 40"),
  of("costs", "commands of MongoDB", MANY, "> 110 of 8 members", "<= 40"),
  of("costs", "transactions that lost a race", MANY, "1.85 of 8 members", "<= 0.1"),
  of("costs", "CPU ms: api", MANY, "140 with the worker", "<= 50 with the worker"),
  of("costs", "worker", MANY),
  of("costs", "a job", MANY, "-", "<= 6", "commands to Redis"),
  of("costs", "worker", "idle", "46", "<= 15", "CPU ms: api"),
  of("idle", "worker, all queues", "minute 1"),
  of("idle", "worker, all queues", "minute 6 to 10", "46", "<= 15"),
  of("idle", "worker, all queues", "minute 11 to 15", "46", "<= 15"),
  of("costs", "commands of MongoDB", "cart add"),
  ...Object.entries(FLOWS).map(([flow, before]) => of("flows", "commands of MongoDB", flow, String(before))),
  of("ordersinmemory", "order", "per second"),
  of("ordersinmemory", "order", "api"),
  of("ordersinmemory", "order", "worker"),
  of("ordersinmemory", "ours / bare", "per second"),
  of("readsinmemory", "ours / bare", "per second", "-", "", "catalog page"),
  of("readsinmemory", "ours / bare", "per second", "-", "", "product detail"),
  of("readsinmemory", "ours / bare", "per second", "-", "", "cart add"),
  of("peers", "this shop", "per second", "7 to 10", "", "catalog page, cold"),
  of("peers", "this shop", "CPU s/1,000", "116 of the store alone", "", "catalog page, cold"),
  of("peers", "this shop", "per second", "-", "", "product detail"),
  of("peers", "this shop", "per second", "-", "", "cart add"),
  of("peers", "this shop", "per second", "3.1", "", "whole order"),
  of("peers", "this shop", "p50 ms", "5,400", "", "whole order"),
  of("peers", "this shop", "CPU s/1,000", "480", "", "whole order"),
  ...[
    "whole order",
    "products, all",
    "products of a category",
    "search by a word",
    "cart add",
    "a member's orders",
    "operator: orders",
    "operator: completed orders",
    "operator: members",
    "operator: products",
    "operator: products of each tab",
  ].map((path) => of("growth", path, WHOLE, "-", FLAT)),
  ...SEARCHES.map((search) => of("search", search, "p95 ms")),
  of("likes", "like, 20 a call, 64 clients", "per second", "-", ">= 250: 5,000 likes"),
  of("website", "ours / bare", "per second", "-", "", "home data"),
  of("website", "ours / bare", "per second", "-", "", "solution list"),
  of("analytics", "100 batches of 50 a second", "stored/s", "-", "5,000"),
  of("analytics", "batches of 50, no rest", "stored/s"),
  of("rollup", "ours / bare", "seconds"),
  of("processes", "api", "after load MiB"),
  of("processes", "worker, all queues", "after load MiB"),
  ...["1 worker", "2 workers", "4 workers"].flatMap((workers) =>
    [`jobs a second, ${SLOW}`, `orders a second, 1 API, ${SLOW}`, `orders a second, 2 API, ${SLOW}`].map((row) =>
      of("scale", row, workers),
    ),
  ),
];

/** The figures of the run that have one from before, if any, with it. */
export function besideBefore(tables: ReadonlyMap<string, Table>): Table | undefined {
  const rows = goals.flatMap(({ part, under, row, column, before, wanted }) => {
    const table = tables.get(part);
    if (!table) return [];
    const at = table.columns.indexOf(column);
    let heading = "";
    for (const [name, ...cells] of table.rows) {
      if (typeof name !== "string") continue;
      if (!name.startsWith(" ")) heading = name;
      if (name.trim() !== row || (under !== undefined && heading !== under)) continue;
      const what = [table.title, under, row, column].filter(Boolean).join(", ");
      return [[what, before, cells[at - 1] ?? NaN, wanted]];
    }
    throw new Error(`${table.title} has no line ${row}`);
  });
  if (rows.length === 0) return undefined;
  return {
    title: "Beside before",
    note: "Figures of this run beside those before orders, lists and growth were worked on, on the embedded store then.",
    columns: ["", "before", "now", "wanted"],
    rows,
  };
}
