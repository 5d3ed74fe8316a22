import { cpuMeter } from "./figures.js";
import { freePorts } from "#scripts/deployment/services.js";
import type { Deployment } from "./deployment.js";
import type { Pace } from "./pace.js";
import { drive, p50, p99, type Load, type LoadResult } from "./load.js";
import { over, type Table } from "./tables.js";

type Walk = Load["walk"];

interface Pair {
  name: string;
  walks: { ours: Walk; bare: Walk };
}
export const beside = (name: string, [ours, bare]: [Walk, Walk]): Pair => ({ name, walks: { ours, bare } });

export interface Round {
  perSecond: number;
  result: LoadResult;
  /** CPU seconds per 1,000 walks, by process. */
  cpu: Record<string, number>;
}

interface Comparison {
  title: string;
  note: string;
  tokens: string[];
  pairs: Pair[];
  /** Default: the bare shop. */
  bare?: { program: string; env: Record<string, string> };
}
const BARE_SHOP = { program: "scripts/bench/programs/bareShop.js", env: {} };

/** Measures ours and the bare shop in turn, so that a drift of the machine affects both. */
export async function sideBySide(
  deployment: Deployment,
  { rounds, seconds }: Pace,
  { title, note, tokens, pairs, bare: { program, env } = BARE_SHOP }: Comparison,
): Promise<Table> {
  const [port] = await freePorts(1);
  const bareUrl = `http://127.0.0.1:${port}`;
  const bare = await deployment.start(program, {
    more: { ...env, BARE_PORT: String(port) },
    readyAt: `${bareUrl}/health`,
  });
  const { mongodb, redis, api, worker } = deployment.pids;
  const sides = {
    ours: { url: deployment.url, pids: { api, worker, mongodb, redis } },
    bare: { url: bareUrl, pids: { api: () => bare.pid, mongodb } },
  };
  const rows: Table["rows"] = [];
  const remarks: string[] = [];
  for (const { name, walks } of pairs) {
    const taken: Record<"ours" | "bare", Round[]> = { ours: [], bare: [] };
    for (let round = 0; round <= rounds; round++) {
      for (const side of ["ours", "bare"] as const) {
        const { url, pids } = sides[side];
        // The first, short round warms up both and is not counted.
        const length = round === 0 ? Math.min(2, seconds) : seconds;
        const measured = await measure({ url, tokens, seconds: length, walk: walks[side] }, pids);
        if (round > 0) taken[side].push(measured);
        const refused = Object.entries(measured.result.refused).map(([what, times]) => `${times} x ${what}`);
        if (refused.length > 0) remarks.push(`${name}, ${side}: ${refused.join(", ")}`);
      }
    }
    rows.push(rowOf(name, taken.ours), rowOf(`  bare`, taken.bare));
    rows.push([
      "  ours / bare",
      over(
        taken.ours.map((one, index) => one.perSecond / taken.bare[index]!.perSecond),
        (x) => x,
      ),
      "",
      "",
      over(
        taken.ours.map((one, index) => cpuOf(one.cpu) / cpuOf(taken.bare[index]!.cpu)),
        (x) => x,
      ),
      "",
      "",
      "",
      "",
    ]);
  }
  await bare.stop();
  const columns = ["", "per second", "p50 ms", "p99 ms", "CPU s/1,000", "api", "worker", "stores", "client"];
  return { title, note, columns, rows, remarks };
}

export const measure = (load: Load, pids: Pids): Promise<Round> => measureAll(() => drive(load), pids);
type Pids = Record<string, () => number | undefined>;

/** @param afterwards what must end before CPU is read: the jobs of the load */
export async function measureAll(
  load: () => Promise<LoadResult>,
  pids: Pids,
  afterwards?: () => Promise<unknown>,
): Promise<Round> {
  const meter = cpuMeter(pids);
  const result = await load();
  await afterwards?.();
  const used = meter();
  const cpu = Object.fromEntries(Object.entries(used).map(([name, s]) => [name, (s * 1_000) / result.walks]));
  return { perSecond: result.walks / result.seconds, result, cpu };
}

/** Without the client. */
export const cpuOf = (cpu: Record<string, number>): number =>
  Object.entries(cpu).reduce((total, [name, each]) => total + (name === "client" || Number.isNaN(each) ? 0 : each), 0);

export function rowOf(name: string, rounds: Round[]): Table["rows"][number] {
  const cpu = (...names: string[]) =>
    over(rounds, (round) => names.reduce((total, each) => total + (round.cpu[each] ?? 0), 0));
  return [
    name,
    over(rounds, (round) => round.perSecond),
    over(rounds, ({ result }) => p50(result)),
    over(rounds, ({ result }) => p99(result)),
    over(rounds, (round) => cpuOf(round.cpu)),
    cpu("api"),
    cpu("worker"),
    cpu("mongodb", "redis"),
    cpu("client"),
  ];
}
