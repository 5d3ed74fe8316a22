import { sumOf, type Counted } from "./counted.js";
import type { Table } from "./tables.js";

/** Commands that are rarer have no line of their own. */
const LEAST = 0.05;

/** What one operation costs. */
export interface Taken {
  name: string;
  /** How many of them were counted. */
  walks: number;
  each: Counted;
}

/** A column per operation, and one of the idle shop, a second. */
export function costTable(head: Omit<Table, "columns" | "rows">, taken: readonly Taken[], idle: Counted): Table {
  const line = (words: string, of: (each: Counted) => number): Table["rows"][number] => [
    words,
    ...taken.map(({ each }) => of(each)),
    of(idle) / idle.seconds,
  ];
  /** Those that are not rare, the most frequent of the first operation first. */
  const byName = (of: (each: Counted) => Map<string, number>): Table["rows"] => {
    const names = [...new Set(taken.flatMap(({ each }) => [...of(each).keys()]))];
    const first = (name: string): number => of(taken[0]!.each).get(name) ?? 0;
    return names
      .filter((name) => taken.some(({ each }) => (of(each).get(name) ?? 0) >= LEAST))
      .sort((a, b) => first(b) - first(a))
      .map((name) => line(`  ${name}`, (each) => of(each).get(name) ?? 0));
  };
  const purposes = [...new Set(taken.flatMap(({ each }) => [...each.lost.keys()]))].sort();
  return {
    ...head,
    columns: ["", ...taken.map(({ name }) => name), "idle"],
    rows: [
      ["operations counted", ...taken.map(({ walks }) => walks), ""],
      line("commands of MongoDB", ({ commands }) => sumOf(commands)),
      ...byName(({ commands }) => commands),
      line("transactions that lost a race", ({ lost }) => sumOf(lost)),
      ...purposes.map((name) => line(`  ${name}`, ({ lost }) => lost.get(name) ?? 0)),
      line("jobs", ({ jobs }) => jobs),
      line("commands to Redis", ({ redis }) => sumOf(redis)),
      line("  a job", ({ redis, jobs }) => (jobs < LEAST ? NaN : sumOf(redis) / jobs)),
      ...byName(({ redis }) => redis),
      line("  inside Redis, with those of scripts", ({ redisInside }) => redisInside),
      line("CPU ms: api", ({ cpuMs }) => cpuMs["api"]!),
      line("  worker", ({ cpuMs }) => cpuMs["worker"]!),
      line("  MongoDB", ({ cpuMs }) => cpuMs["mongodb"]!),
      line("  Redis", ({ cpuMs }) => cpuMs["redis"]!),
    ],
  };
}
