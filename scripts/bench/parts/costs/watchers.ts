import { setTimeout as pause } from "node:timers/promises";
import { cpuMeter, percentile } from "../../figures.js";
import { drive } from "../../load.js";
import { quietForLong, withProviders } from "../../outside.js";
import type { Deployment } from "../../deployment.js";
import type { Pace } from "../../pace.js";
import { runInDeployment } from "../../reporter.js";
import { makeMembers, stockUp, writeWallets } from "../../shoppers.js";
import type { Table } from "../../tables.js";
import { orderWalk } from "../orders.js";
import { signInOperator } from "../queuePages.js";
import { measureSeen } from "./seenAfter.js";

const CLIENTS = 16;
const SKUS = 60;
const WATCHERS = 5;
const WAITING = 100_000;
const QUEUE = "vod";
/** As the console's page of a queue asks again. */
const PAGE_EVERY_MS = 5_000;
/** What recurs by the minute comes once. */
const REST_S = 60;
/** Without and with them in turn, as a machine is not the same in each minute; what recurs every second one meets both. */
const MINUTES = ["rest", "watch", "watch", "rest"] as const;
const EVENTS = 40;
const ROUND_S = 10;

/**
 * What five operators cost who watch the flow and a queue's page while 100,000 jobs wait: the processors' time beside a
 * shop at rest, and as a share of what orders take of them; and how soon they see what happens while orders are placed.
 */
export const benchWatchers = (deployment: Deployment, { seconds }: Pace): Promise<Table> =>
  withProviders(deployment, () => measure(deployment, seconds));

async function measure(deployment: Deployment, seconds: number): Promise<Table> {
  const fill = (jobs: number): Promise<unknown> =>
    runInDeployment(deployment, "scripts/bench/programs/fillQueue.js", [QUEUE, `${jobs}`, "0"]);
  const orders = await msASecond(deployment, () => placeOrders(deployment, seconds));
  try {
    await fill(WAITING);
    await quietForLong(deployment);
    const spent = { rest: [] as Record<string, number>[], watch: [] as Record<string, number>[] };
    let pictures = 0;
    for (const minute of MINUTES) {
      const watchers = minute === "watch" ? await watch(deployment) : undefined;
      spent[minute].push(await msASecond(deployment, () => pause(REST_S * 1_000)));
      await watchers?.stop();
      pictures += watchers?.pictures() ?? 0;
    }
    const [rest, watched] = [meanOf(spent.rest), meanOf(spent.watch)];
    const { stop } = await watch(deployment);
    const headers = await signInOperator(deployment);
    const seen = await besideOrders(deployment, () => measureSeen(deployment, headers, EVENTS)).finally(stop);
    const names = Object.keys(rest).filter((name) => name !== "client");
    const sum = (of: Record<string, number>): number => names.reduce((total, name) => total + of[name]!, 0);
    const shares = [0.5, 0.95, 1];
    const share = ((sum(watched) - sum(rest)) / sum(orders)) * 100;
    return {
      title: "Operators who watch",
      note: `CPU ms a second, with ${WAITING.toLocaleString("en")} jobs waiting: ${WATCHERS} operators have the flow open, and the page of that queue.`,
      columns: ["", ...names, "all"],
      rows: [
        ["nobody watches", ...names.map((name) => rest[name]!), sum(rest)],
        [`${WATCHERS} watch`, ...names.map((name) => watched[name]!), sum(watched)],
        [`orders, ${CLIENTS} members`, ...names.map((name) => orders[name]!), sum(orders)],
      ],
      remarks: [
        `watching takes ${share.toFixed(1)} % of what orders take; ${pictures} pictures were sent`,
        `beside orders, a pause or its end is seen after ${shares.map((part) => percentile(seen, part).toFixed(0)).join(", ")} ms (p50, p95, max of ${EVENTS})`,
      ],
    };
  } finally {
    await fill(0);
  }
}

const meanOf = (all: Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(all[0]!).map((name) => [name, all.reduce((sum, one) => sum + one[name]!, 0) / all.length]),
  );

async function msASecond(
  { pids }: Pick<Deployment, "pids">,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const meter = cpuMeter(pids);
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  return Object.fromEntries(Object.entries(meter()).map(([name, s]) => [name, (s * 1_000) / seconds]));
}

/** Orders are placed until the work is done. */
async function besideOrders<T>(deployment: Deployment, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const ordering = (async () => {
    while (!isOver) await placeOrders(deployment, ROUND_S);
  })();
  const [result] = await Promise.all([working, ordering]);
  return result;
}

async function placeOrders(deployment: Deployment, seconds: number): Promise<void> {
  const members = await makeMembers(deployment, CLIENTS);
  await writeWallets(deployment, members, 1_000_000_000);
  const skuIds = await stockUp(deployment, SKUS, 1_000_000);
  const tokens = members.map(({ token }) => token);
  await drive({ url: deployment.url, tokens, seconds, walk: orderWalk(deployment, members, skuIds) });
}

/** Each has a stream of the flow, and asks for the queue's page in its turn. */
async function watch(deployment: Deployment): Promise<{ pictures: () => number; stop: () => Promise<void> }> {
  const headers = await signInOperator(deployment);
  const end = new AbortController();
  let pictures = 0;
  const flow = async (): Promise<void> => {
    const { body } = await fetch(`${deployment.url}/admin-api/infra/flow/stream`, { headers, signal: end.signal });
    for await (const part of body!) if (Buffer.from(part).includes("event: flow")) pictures++;
  };
  const page = async (): Promise<void> => {
    for (; !end.signal.aborted; await pause(PAGE_EVERY_MS, undefined, { signal: end.signal })) {
      const path = `/admin-api/infra/queue/detail?name=${QUEUE}`;
      await (await fetch(deployment.url + path, { headers, signal: end.signal })).arrayBuffer();
    }
  };
  const until = (one: Promise<void>): Promise<void> =>
    one.catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
  const watching = Array.from({ length: WATCHERS }, () => [until(flow()), until(page())]).flat();
  const stop = async (): Promise<void> => {
    end.abort();
    await Promise.all(watching);
  };
  return { pictures: () => pictures, stop };
}
