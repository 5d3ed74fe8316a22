import { setTimeout as pause } from "node:timers/promises";
import { startDeployment, type Deployment } from "../../deployment.js";
import { cpuMeter } from "../../figures.js";
import { drive } from "../../load.js";
import { quietForLong, withProviders } from "../../outside.js";
import type { Pace } from "../../pace.js";
import { makeMembers, stockUp, writeWallets } from "../../shoppers.js";
import { storesLine, type Table } from "../../tables.js";
import { orderWalk } from "../orders.js";

const CLIENTS = 16;
const SKUS = 60;
/** What recurs by the minute comes once in each. */
const EACH_S = 60;
/** The last minutes of the figures: each is the mean since the one before. */
const LOOKS = [1, 2, 5, 10, 15];

/**
 * What a shop at rest takes of a processor, after some orders, as the minutes pass: what runs once a minute is compiled
 * late. In a shop of its own whose processes do not count their commands, as that costs time too.
 */
export async function benchIdle({ seconds }: Pace): Promise<Table> {
  const own = await startDeployment();
  try {
    await withProviders(own, () => placeOrders(own, seconds));
    await quietForLong(own);
    return await watch(own);
  } finally {
    await own.stop();
  }
}

async function placeOrders(deployment: Deployment, seconds: number): Promise<void> {
  const members = await makeMembers(deployment, CLIENTS);
  await writeWallets(deployment, members, 1_000_000_000);
  const skuIds = await stockUp(deployment, SKUS, 1_000_000);
  const tokens = members.map(({ token }) => token);
  await drive({ url: deployment.url, tokens, seconds, walk: orderWalk(deployment, members, skuIds) });
}

async function watch(deployment: Deployment): Promise<Table> {
  const { api, worker, mongodb, redis } = deployment.pids;
  const programs = {
    api,
    "worker, all queues": worker,
    cron: () => deployment.cron.pid,
    MongoDB: mongodb,
    Redis: redis,
  };
  const taken: Record<string, number>[] = [];
  let minute = 0;
  for (const until of LOOKS) {
    const meter = cpuMeter(programs);
    const begun = performance.now();
    await pause((until - minute) * EACH_S * 1_000);
    const elapsedS = (performance.now() - begun) / 1_000;
    taken.push(Object.fromEntries(Object.entries(meter()).map(([name, s]) => [name, (s * 1_000) / elapsedS])));
    minute = until;
  }
  return {
    title: "At rest",
    note: `CPU ms a second of each process after orders of ${CLIENTS} members, as the minutes pass.\nOn ${storesLine(deployment)}.`,
    columns: ["", ...LOOKS.map((until, at) => minutesOf((LOOKS[at - 1] ?? 0) + 1, until))],
    rows: Object.keys(programs).map((name) => [name, ...taken.map((one) => one[name]!)]),
  };
}

const minutesOf = (first: number, last: number): string =>
  first === last ? `minute ${last}` : `minute ${first} to ${last}`;
