import { Redis } from "ioredis";
import { startDeployment, type Deployment } from "./deployment.js";
import { cpuMeter } from "./figures.js";
import type { Pace } from "./pace.js";
import { storesLine, type Table } from "./tables.js";

const COMMANDS = "shop_store_commands_total";
const REDIS_COMMANDS = "shop_redis_commands_total";
const TRIES = "shop_job_tries_total";
const LOST = "shop_transactions_lost_total";

/** What the stores and processors did during some work. */
export interface Counted {
  seconds: number;
  /** By "command collection". */
  commands: Map<string, number>;
  /** By purpose. */
  lost: Map<string, number>;
  /** Sent to Redis, by command, a script as one. */
  redis: Map<string, number>;
  /** That Redis executed, with those inside scripts. */
  redisInside: number;
  /** Tries of jobs. */
  jobs: number;
  /** CPU ms, by process. */
  cpuMs: Record<string, number>;
}

/** A part on a deployment of its own whose processes count their commands, as that costs time which others measure. */
export const partCounted =
  (part: (deployment: Deployment, pace: Pace) => Promise<Table>) =>
  async (pace: Pace): Promise<Table> => {
    const own = await startDeployment({ METRICS_STORE_COMMANDS: "true" });
    try {
      const { note, ...table } = await part(own, pace);
      return { ...table, note: `${note}\nOn ${storesLine(own)}.` };
    } finally {
      await own.stop();
    }
  };

/** Counts during `work`, on a deployment whose processes count their commands (METRICS_STORE_COMMANDS). */
export async function count(deployment: Deployment, work: () => Promise<unknown>): Promise<Counted> {
  const before = await deployment.metrics();
  const redisBefore = await redisCommands(deployment);
  const { api, worker, mongodb, redis } = deployment.pids;
  const meter = cpuMeter({ api, worker, mongodb, redis });
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  const cpuMs = Object.fromEntries(Object.entries(meter()).map(([name, s]) => [name, s * 1_000]));
  const redisAfter = await redisCommands(deployment);
  const after = await deployment.metrics();
  const grown = (name: string, labelsOf: (series: string) => string): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const [series, value] of after) {
      const more = value - (before.get(series) ?? 0);
      if (series.startsWith(`${name}{`) && more > 0)
        counts.set(labelsOf(series), (counts.get(labelsOf(series)) ?? 0) + more);
    }
    return counts;
  };
  const labels = (series: string): string => [...series.matchAll(/="([^"]*)"/g)].map(([, value]) => value).join(" ");
  return {
    seconds,
    cpuMs,
    commands: grown(COMMANDS, labels),
    lost: grown(LOST, labels),
    redis: grown(REDIS_COMMANDS, labels),
    redisInside: redisAfter - redisBefore,
    jobs: sumOf(grown(TRIES, labels)),
  };
}

/** Commands that Redis executed, including those inside scripts. */
async function redisCommands({ env }: Deployment): Promise<number> {
  const client = new Redis(env["REDIS_URL"]!);
  try {
    return Number(/total_commands_processed:(\d+)/.exec(await client.info("stats"))?.[1]);
  } finally {
    client.disconnect();
  }
}

/** Per walk, less what an idle shop does in the same time. */
export function perWalk(counted: Counted, idle: Counted, walks: number): Counted {
  const share = counted.seconds / idle.seconds;
  const less = (much: Map<string, number>, little: Map<string, number>): Map<string, number> =>
    new Map([...much].map(([key, value]) => [key, Math.max(0, value - (little.get(key) ?? 0) * share) / walks]));
  return {
    seconds: counted.seconds,
    commands: less(counted.commands, idle.commands),
    lost: less(counted.lost, idle.lost),
    redis: less(counted.redis, idle.redis),
    redisInside: (counted.redisInside - idle.redisInside * share) / walks,
    jobs: (counted.jobs - idle.jobs * share) / walks,
    cpuMs: Object.fromEntries(
      Object.entries(counted.cpuMs).map(([name, ms]) => [name, (ms - (idle.cpuMs[name] ?? 0) * share) / walks]),
    ),
  };
}

export const sumOf = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);
