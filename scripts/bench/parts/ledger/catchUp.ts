import { cpus } from "node:os";
import { cpuSeconds } from "../../figures.js";
import type { Deployment } from "../../deployment.js";
import type { Pace } from "../../pace.js";
import type { Walked } from "../../programs/catchUp.js";
import { holdInDeployment, runInDeployment, type Surroundings } from "../../reporter.js";
import { over, short, type Table } from "../../tables.js";
import { holdMemoryStore, ownDeployment, type HeldMemoryStore } from "../../ownDeployment.js";

const BACKLOG = 20_000;
const WALKERS = [1, 2, 4];
/** The delay of the second in-memory store: walkers wait for it rather than for the processors that they share. */
const SLOW_MS = 25;
/** Per walker, on a store that is fast enough. */
const GOAL_PER_SECOND = 2_000;
/** Of the processors' time: less is normal noise. */
const MOST_OF_OTHERS = 0.1;
const PROGRAM = "scripts/bench/programs/catchUp.js";

/** How fast one walker and several relay a backlog: on the store of the run, and on one that costs next to nothing. */
export async function benchCatchUp(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const [store] = deployment.stores.servers;
  const memory = await holdMemoryStore(deployment);
  const slow = await holdMemoryStore(deployment, { delayMs: SLOW_MS });
  const inMemory = (name: string, { surroundings, pid }: HeldMemoryStore): Side => ({
    name,
    deployment: surroundings,
    pids: { ...deployment.pids, mongodb: () => pid },
  });
  const sides: Side[] = [
    { name: store?.name ?? "the store", deployment, pids: deployment.pids },
    inMemory("in memory", memory),
    inMemory(`in memory, ${SLOW_MS} ms a command`, slow),
  ];
  const taken = new Map<string, CaughtUp[]>();
  const keyOf = ({ name }: Side, walkers: number): string => `${name} ${walkers}`;
  try {
    // The rounds take turns, so that other load on the machine affects all alike.
    for (let round = 0; round < rounds; round++)
      for (const walkers of WALKERS)
        for (const side of sides) {
          const key = keyOf(side, walkers);
          taken.set(key, [...(taken.get(key) ?? []), await catchUp(side, walkers)]);
        }
  } finally {
    await Promise.all([memory.release(), slow.release()]);
  }
  const rows = sides.flatMap((side) => {
    const line = (words: string, of: (one: CaughtUp) => number): Table["rows"][number] => [
      words,
      ...WALKERS.map((walkers) => over(taken.get(keyOf(side, walkers))!, of)),
    ];
    return [
      line(`rows a second, ${side.name}`, ({ perSecond }) => perSecond),
      line("  % of the walkers' time with a command at the store", ({ storeShare }) => storeShare * 100),
      line("  rows a second of a walker's own processor", ({ perCpuSecond }) => perCpuSecond),
      line("  CPU ms/1,000 rows: the walkers", ({ perCpuSecond }) => 1_000_000 / perCpuSecond),
      line("    the store", ({ storeMs }) => storeMs),
      line("    Redis", ({ redisMs }) => redisMs),
      line(`  % of ${cpus().length} processors that all of these took`, ({ ownShare }) => ownShare * 100),
      line("    that others took meanwhile", ({ othersShare }) => othersShare * 100),
    ];
  });
  const speedsOf = (side: Side): number[] =>
    WALKERS.map((walkers) => over(taken.get(keyOf(side, walkers))!, ({ perSecond }) => perSecond).median);
  return {
    title: "Job ledger: catch-up",
    note:
      `${BACKLOG.toLocaleString("en")} rows that wait, as an outage of Redis leaves them. In memory: a stand-in of MongoDB for figures alone, which answers at once, or like one that waits for its disk.\n` +
      `Walkers, store and Redis share ${cpus().length} processors: once all of these are taken, more walkers cannot be faster.`,
    columns: ["", ...WALKERS.map((walkers) => (walkers === 1 ? "1 walker" : `${walkers} walkers`))],
    rows,
    remarks: [...remarksOf(speedsOf(sides[1]!), speedsOf(sides[2]!)), ...disturbance([...taken.values()].flat())],
  };
}

function remarksOf(speeds: readonly number[], ofSlow: readonly number[]): string[] {
  const remarks: string[] = [];
  if (speeds[0]! < GOAL_PER_SECOND)
    remarks.push(
      `one walker did ${short(speeds[0]!)} rows/s in memory; wanted are ${GOAL_PER_SECOND.toLocaleString("en")}`,
    );
  WALKERS.slice(1).forEach((walkers, at) => {
    if (ofSlow[at + 1]! <= ofSlow[at]!)
      remarks.push(`${walkers} walkers were no faster than ${WALKERS[at]} on a store that is waited for`);
  });
  return remarks;
}

function disturbance(all: readonly CaughtUp[]): string[] {
  const { median } = over(all, ({ othersShare }) => othersShare);
  return median > MOST_OF_OTHERS
    ? [
        `others took ${Math.round(median * 100)} % of the processors meanwhile: the rows a second are less than on a quiet machine`,
      ]
    : [];
}

interface Side {
  name: string;
  deployment: Surroundings;
  pids: Pick<Deployment["pids"], "mongodb" | "redis">;
}
interface CaughtUp {
  perSecond: number;
  /** The share of the walkers' time with a running MongoDB command. */
  storeShare: number;
  /** What a walker could do on stores that take no time. */
  perCpuSecond: number;
  /** CPU time per 1,000 rows. */
  storeMs: number;
  redisMs: number;
  /** Shares of the machine's CPU time meanwhile: these processes, and all others. */
  ownShare: number;
  othersShare: number;
}

async function catchUp({ deployment, pids }: Side, walkers: number): Promise<CaughtUp> {
  const own = ownDeployment(deployment);
  await runInDeployment(own, PROGRAM, ["fill", `${BACKLOG}`]);
  const held = [];
  for (let one = 0; one < walkers; one++) held.push(await holdInDeployment<unknown, Walked>(own, PROGRAM, ["walk"]));
  const before = { store: cpuSeconds(pids.mongodb()), redis: cpuSeconds(pids.redis()) };
  const [begun, workedBefore] = [performance.now(), machineMs()];
  const walked = await Promise.all(held.map(({ release }) => release()));
  const ms = performance.now() - begun;
  const workedMs = machineMs() - workedBefore;
  const storeCpuMs = (cpuSeconds(pids.mongodb()) - before.store) * 1_000;
  const redisCpuMs = (cpuSeconds(pids.redis()) - before.redis) * 1_000;
  const { left } = await runInDeployment<{ left: number }>(own, PROGRAM, ["left"]);
  if (left > 0) throw new Error(`${left} rows were left by ${walkers} walkers`);
  const sum = (of: (one: Walked) => number): number => walked.reduce((total, one) => total + of(one), 0);
  const walkersCpuMs = sum(({ cpuMs }) => cpuMs);
  const ownCpuMs = walkersCpuMs + storeCpuMs + redisCpuMs;
  return {
    perSecond: (BACKLOG * 1_000) / ms,
    storeShare: sum(({ storeMs }) => storeMs) / sum(({ ms: each }) => each),
    perCpuSecond: (BACKLOG * 1_000) / walkersCpuMs,
    storeMs: (storeCpuMs * 1_000) / BACKLOG,
    redisMs: (redisCpuMs * 1_000) / BACKLOG,
    ownShare: ownCpuMs / (ms * cpus().length),
    othersShare: Math.max(0, workedMs - ownCpuMs) / (ms * cpus().length),
  };
}

/** CPU time of the whole machine so far. */
const machineMs = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
