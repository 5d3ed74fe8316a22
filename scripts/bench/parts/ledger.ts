import { randomBytes } from "node:crypto";
import { percentile } from "../figures.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import type { Walked } from "../programs/catchUp.js";
import type { LedgerPace } from "../programs/ledgerPace.js";
import { holdInDeployment, runInDeployment } from "../reporter.js";
import { over, type Table } from "../tables.js";

const HELD = 100_000;
/** A week of a busy shop. The stand-in takes minutes to write a million rows: there it is a fifth of it. */
const DONE = 1_000_000;
const DONE_OF_STAND_IN = 200_000;
const BACKLOG = 20_000;
const WALKERS = [1, 2, 4];
const measured = ["enqueue", "relay", "search", "guarded", "insert"] as const;
type Measured = (typeof measured)[number];
const words: Record<Measured, string> = {
  enqueue: "enqueue",
  relay: "relay",
  search: "search",
  guarded: "  the store's own guarded write",
  insert: "  the store's own insert of such a row",
};
/** A search at the console. */
const BOUND_MS = 500;

/** Enqueue, relay and search in a ledger that is empty and in one that is full; and how fast a backlog is relayed. */
export async function benchLedger(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const isStandIn = deployment.stores.servers.some(({ name }) => name.startsWith("secantus"));
  const done = isStandIn ? DONE_OF_STAND_IN : DONE;
  const own = ownDeployment(deployment);
  const paces = await runInDeployment<LedgerPace[]>(own, "scripts/bench/programs/ledgerPace.js", [
    `${HELD}`,
    `${done}`,
  ]);
  const [empty] = paces;
  const remarks: string[] = [];
  const ratio = (name: Measured, pace: LedgerPace): number =>
    percentile(pace[name], 0.95) / percentile(empty![name], 0.95);
  for (const pace of paces)
    if (percentile(pace.search, 0.95) > BOUND_MS) remarks.push(`a search took over ${BOUND_MS} ms`);
  const rows: Table["rows"] = paces.flatMap((pace) =>
    measured.map((name) => [
      `${words[name]}, ${pace.rows.toLocaleString("en")} rows`,
      percentile(pace[name], 0.5),
      percentile(pace[name], 0.95),
      ratio(name, pace),
    ]),
  );
  const grown = paces[1]!.redisBytes - empty!.redisBytes;
  remarks.push(
    `Redis grew by ${Math.round(grown / 1_024).toLocaleString("en")} KiB for ${HELD.toLocaleString("en")} timers`,
  );
  for (const walkers of WALKERS) {
    const taken: CaughtUp[] = [];
    for (let round = 0; round < rounds; round++) taken.push(await catchUp(ownDeployment(deployment), walkers));
    rows.push([`catch-up, rows/s, ${walkers} of them`, over(taken, ({ perSecond }) => perSecond), "", ""]);
    rows.push(["  % of it with a command at the store", over(taken, ({ storeShare }) => storeShare * 100), "", ""]);
    rows.push(["  rows a second of a walker's own processor", over(taken, ({ perCpuSecond }) => perCpuSecond), "", ""]);
  }
  return {
    title: "Job ledger",
    note: `ms; first empty, then beside ${HELD.toLocaleString("en")} timers, then beside ${done.toLocaleString("en")} ended jobs too. Catch-up: ${BACKLOG.toLocaleString("en")} waiting rows.`,
    columns: ["", "p50", "p95", "p95 of empty"],
    rows,
    remarks,
  };
}

/** A database and queues of its own, which no process of the deployment looks at. */
function ownDeployment({ env }: Deployment): Pick<Deployment, "env"> {
  const name = `ledger${randomBytes(4).toString("hex")}`;
  const uri = new URL(env["MONGODB_URI"]!);
  uri.pathname = `/${name}`;
  return { env: { ...env, MONGODB_URI: uri.href, BULL_PREFIX: `{${name}}` } };
}

interface CaughtUp {
  perSecond: number;
  /** Of the walkers' time, what they had a command under way at MongoDB. */
  storeShare: number;
  /** What a walker could do on a store that takes no time. */
  perCpuSecond: number;
}

async function catchUp(own: Pick<Deployment, "env">, walkers: number): Promise<CaughtUp> {
  await runInDeployment(own, "scripts/bench/programs/catchUp.js", ["fill", `${BACKLOG}`]);
  const held = [];
  for (let one = 0; one < walkers; one++)
    held.push(await holdInDeployment<unknown, Walked>(own, "scripts/bench/programs/catchUp.js", ["walk"]));
  const begun = performance.now();
  const walked = await Promise.all(held.map(({ letGo }) => letGo()));
  const perSecond = (BACKLOG * 1_000) / (performance.now() - begun);
  const sum = (of: (one: Walked) => number): number => walked.reduce((total, one) => total + of(one), 0);
  return {
    perSecond,
    storeShare: sum(({ storeMs }) => storeMs) / sum(({ ms }) => ms),
    perCpuSecond: (BACKLOG * 1_000) / sum(({ cpuMs }) => cpuMs),
  };
}
