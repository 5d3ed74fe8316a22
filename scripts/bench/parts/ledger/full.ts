import { percentile } from "../../figures.js";
import type { Deployment } from "../../deployment.js";
import type { LedgerPace, Measured } from "../../programs/ledgerPace.js";
import { runInDeployment, type Surroundings } from "../../reporter.js";
import { short, type Table } from "../../tables.js";
import { holdMemoryStore, ownDeployment } from "../../ownDeployment.js";

const WAITING = 100_000;
/** Of each of two kinds: orders that wait for payment, orders that wait for receipt. */
const TIMERS = 100_000;
/** A week of a busy shop. The stand-in takes a minute or two to write so many, but then a second or more per change. */
const ENDED = 1_000_000;
const ENDED_OF_STAND_IN = 200_000;
const words: Record<Measured, string> = {
  enqueue: "enqueue",
  relay: "relay",
  byMember: "search by a member's id",
  findByMember: "  the store's own find of that page",
  byJobId: "search by a job's id",
  findByJobId: "  the store's own find of that page",
  byRequest: "search by a request's id",
  findByRequest: "  the store's own find of that page",
  guarded: "the store's own guarded write of a row",
  insert: "the store's own insert of such a row",
};
const searches = ["byMember", "byJobId", "byRequest"] as const;
/** For a search in the console. */
const BOUND_MS = 500;
/** The allowed factor of enqueue and relay over an empty ledger, or over the store's own insert. */
const MOST_TIMES = 2;
/** The allowed growth of Redis for timers that are not due soon: its own bookkeeping. */
const NOTHING_BYTES = 2 ** 20;

interface Ground {
  title: string;
  note: string;
  deployment: Surroundings;
  ended: number;
}

/** Enqueue, relay and search in a nearly empty ledger, and in one with many waiting, future and ended jobs. */
export async function benchLedger(deployment: Deployment): Promise<Table> {
  const isStandIn = deployment.stores.servers.some(({ name }) => name.startsWith("secantus"));
  return measure({
    title: "Job ledger: beside a full one",
    note: "",
    deployment,
    ended: isStandIn ? ENDED_OF_STAND_IN : ENDED,
  });
}

/** The same on a store that holds a million rows and costs next to nothing, which leaves the shop's own cost. */
export async function benchLedgerInMemory(deployment: Deployment): Promise<Table> {
  const memory = await holdMemoryStore(deployment);
  try {
    return await measure({
      title: "Job ledger in memory: beside a full one",
      note: "On a stand-in of MongoDB for figures alone: rows and indexes are sorted lists in one process.\n",
      deployment: memory.surroundings,
      ended: ENDED,
    });
  } finally {
    await memory.release();
  }
}

async function measure({ title, note, deployment, ended }: Ground): Promise<Table> {
  const args = [WAITING, TIMERS, ended].map(String);
  const paces = await runInDeployment<LedgerPace[]>(
    ownDeployment(deployment),
    "scripts/bench/programs/ledgerPace.js",
    args,
  );
  const [empty, inRedis, withTimers, full] = paces as [LedgerPace, LedgerPace, LedgerPace, LedgerPace];
  const count = (rows: number): string => rows.toLocaleString("en");
  const stages = [
    "empty",
    `${count(inRedis.filled)} in Redis`,
    `+ ${count(withTimers.filled)} timers`,
    `+ ${count(full.filled)} ended`,
  ];
  const each = (text: string, of: (pace: LedgerPace) => string | number): Table["rows"][number] => [
    text,
    ...paces.map(of),
  ];
  const remarks = paces.flatMap((pace, at) => remarksOf(pace, empty, stages[at]!));
  if (withTimers.redisBytes > NOTHING_BYTES) remarks.push("timers that are not due soon take room in Redis");
  if (full.filled < ENDED)
    remarks.push(
      `${count(full.filled)} ended jobs instead of ${count(ENDED)}: beside as many, to change one row takes the embedded store a second or more`,
    );
  return {
    title,
    note:
      note +
      "p50 / p95 ms, and how many times the p95 of the empty one. Each column has what those before it have, the empty one what is searched for.\n" +
      "In Redis: relayed, in a queue that nobody works. Timers: half of them due in 2 hours, half in 14 days." +
      (full.plans.length > 0 ? `\nThe pages are found by ${full.plans.join(", ")}.` : ""),
    columns: ["", ...stages],
    rows: [
      ...(Object.keys(words) as Measured[]).map((name) => each(words[name], (pace) => cellOf(name, pace, empty))),
      each("rows in the ledger", ({ rows }) => rows),
      each("rows of the member who is searched for", ({ ofMember }) => ofMember),
      each("seconds to fill it", ({ fillMs }) => fillMs / 1_000),
      each("Redis grew by, KiB", ({ redisBytes }) => redisBytes / 1_024),
    ],
    remarks,
  };
}

function cellOf(name: Measured, pace: LedgerPace, empty: LedgerPace): string {
  const [half, most] = [0.5, 0.95].map((share) => short(percentile(pace.ms[name], share)));
  return `${half} / ${most}${pace === empty ? "" : `  x${short(timesOf(name, pace, empty, 0.95))}`}`;
}

const timesOf = (name: Measured, pace: LedgerPace, empty: LedgerPace, share: number): number =>
  percentile(pace.ms[name], share) / percentile(empty.ms[name], share);

function remarksOf(pace: LedgerPace, empty: LedgerPace, stage: string): string[] {
  const remarks: string[] = [];
  for (const name of searches)
    if (percentile(pace.ms[name], 0.95) > BOUND_MS) remarks.push(`${stage}: ${words[name]} took over ${BOUND_MS} ms`);
  const ofStore = timesOf("insert", pace, empty, 0.5);
  for (const name of ["enqueue", "relay"] as const) {
    const times = timesOf(name, pace, empty, 0.5);
    if (times > MOST_TIMES && times > ofStore)
      remarks.push(
        `${stage}: ${name} took ${short(times)} times its p50 beside an empty ledger, the store's own insert ${short(ofStore)} times`,
      );
  }
  return remarks;
}
