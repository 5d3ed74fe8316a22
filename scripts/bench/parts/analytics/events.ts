import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "../../deployment.js";
import { drive, type LoadResult, type Shopper } from "../../load.js";
import { percentile } from "../../figures.js";
import { comesTrue } from "../../outside.js";
import type { Pace } from "../../pace.js";
import { measureAll } from "../../sideBySide.js";
import { over, type Table } from "../../tables.js";

const CLIENTS = 8;
const EACH = 50;
/** The shop's target: 5,000 events a second, in batches of fifty. */
const CALLS_A_SECOND = 100;
const TIMEOUT_S = 60;
const COLLECT = "/app-api/website/analytics/collect";

interface Taken {
  accepted: number;
  stored: number;
  storedShare: number;
  callMs: Float64Array;
  /** Processor seconds per second of load. */
  cores: Record<string, number>;
}

/** Visitors' events sent in batches: at the target rate, then as fast as possible; checks that all are stored. */
export async function benchAnalytics(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  const ways = {
    [`${CALLS_A_SECOND} batches of ${EACH} a second`]: { each: EACH, callsASecond: CALLS_A_SECOND },
    [`batches of ${EACH}, no rest`]: { each: EACH, callsASecond: Infinity },
    "one event a call, no rest": { each: 1, callsASecond: Infinity },
  };
  const rows: Table["rows"] = [];
  const remarks: string[] = [];
  for (const [name, way] of Object.entries(ways)) {
    const taken: Taken[] = [];
    for (let round = 0; round <= rounds; round++) {
      const length = round === 0 ? Math.min(2, seconds) : seconds;
      const one = await sendAndWait(deployment, { ...way, seconds: length });
      remarks.push(...one.refused.map((what) => `${name}: ${what}`));
      if (round > 0) taken.push(one);
    }
    rows.push([
      name,
      over(taken, ({ accepted }) => accepted),
      over(taken, ({ stored }) => stored),
      over(taken, ({ storedShare }) => storedShare * 100),
      over(taken, ({ callMs }) => percentile(callMs, 0.5)),
      over(taken, ({ callMs }) => percentile(callMs, 0.99)),
      ...["api", "worker", "mongodb", "redis"].map((pid) => over(taken, ({ cores }) => (cores[pid] ?? NaN) * 100)),
    ]);
  }
  return {
    title: "Visitors' events",
    note: `${CLIENTS} clients tell batches of events; told: accepted a second; stored: a second until the last one is in the database. The last columns are percent of a processor, until then.`,
    columns: ["", "told/s", "stored/s", "stored %", "p50 ms", "p99 ms", "api %", "worker %", "mongodb %", "redis %"],
    rows,
    remarks,
  };
}

async function sendAndWait(
  deployment: Deployment,
  { each, callsASecond, seconds }: { each: number; callsASecond: number; seconds: number },
): Promise<Taken & { refused: string[] }> {
  const { api, worker, mongodb, redis } = deployment.pids;
  const since = new Date();
  const times: number[] = [];
  let result: LoadResult | undefined;
  let stored = 0;
  const begun = performance.now();
  const walk = async (shopper: Shopper, turn: number): Promise<void> => {
    const early = begun + (turn * 1_000) / callsASecond - performance.now();
    if (early > 0) await pause(early);
    const sentAt = performance.now();
    await shopper.post(COLLECT, { events: Array.from({ length: each }, (_, index) => eventOf(begun, turn, index)) });
    times.push(performance.now() - sentAt);
  };
  let all = 0;
  const { cpu } = await measureAll(
    async () => {
      result = await drive({ url: deployment.url, tokens: Array<string>(CLIENTS).fill(""), seconds, walk });
      return result;
    },
    { api, worker, mongodb, redis },
    async () => {
      const accepted = times.length * each;
      await comesTrue(async () => (stored = await storedEvents(deployment, since)) >= accepted, TIMEOUT_S);
      all = (performance.now() - begun) / 1_000;
    },
  );
  const accepted = times.length * each;
  const walks = result?.walks ?? 1;
  return {
    accepted: accepted / (result?.seconds ?? 1),
    stored: stored / all,
    storedShare: stored / accepted,
    callMs: Float64Array.from(times).sort(),
    // The meter returns CPU seconds per 1,000 walks.
    cores: Object.fromEntries(Object.entries(cpu).map(([name, each_]) => [name, (each_ * walks) / 1_000 / all])),
    refused: Object.entries(result?.refused ?? {}).map(([what, count]) => `${count} x ${what}`),
  };
}

/** Counts this round alone, so that polling does not cost the store more than the events. */
async function storedEvents({ db }: Deployment, since: Date): Promise<number> {
  const sums = await db
    .collection("analyticsBatches")
    .aggregate<{ events: number }>([
      { $match: { at: { $gte: since } } },
      { $group: { _id: null, events: { $sum: { $size: "$events" } } } },
    ])
    .toArray();
  return sums[0]?.events ?? 0;
}

function eventOf(begun: number, turn: number, index: number): object {
  const visitor = (turn * 7) % 5_000;
  return {
    type: index % 5 === 4 ? "event" : "pv",
    visitorId: `visitor-${visitor}`,
    sessionId: `session-${visitor}-${turn % 3}`,
    pagePath: `/product/${(turn + index) % 200}`,
    pageTitle: `Product ${(turn + index) % 200}`,
    ...(index % 5 === 4
      ? { eventType: "click", eventTarget: "#buy", metadata: { eventId: `${begun}-${turn}-${index}` } }
      : {}),
    referrer: "https://search.example/?q=shop",
    utmSource: turn % 4 === 0 ? "newsletter" : undefined,
    deviceType: turn % 2 === 0 ? "desktop" : "mobile",
  };
}
