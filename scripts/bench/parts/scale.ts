import { cpus } from "node:os";
import { freePorts } from "#scripts/deployment/services.js";
import type { Program } from "#scripts/deployment/program.js";
import { startDeployment, type Deployment } from "../deployment.js";
import { drain } from "../drain.js";
import { cpuSeconds } from "../figures.js";
import { inMemory } from "../inMemory.js";
import { drive } from "../load.js";
import { quiet, withProviders } from "../outside.js";
import type { Pace } from "../pace.js";
import { makeMembers, stockUp, writeWallets } from "../shoppers.js";
import type { Table } from "../tables.js";
import { orderWalk } from "./orders.js";

const CLIENTS = 16;
const SKUS = 60;
const WORKERS = [1, 2, 4];
const APIS = [1, 2];
const JOBS = 4_000;
/** Of the second store, in memory: processes wait for it rather than for the processors that they share. */
const SLOW_MS = 25;

/** What is reached with more processes: jobs drained and whole orders a second. Once each: it takes long enough. */
export async function benchScale({ stores }: Deployment, pace: Pace): Promise<Table> {
  const [store] = stores.servers;
  // One of its own: what other parts have written makes the embedded store slower.
  const fresh = await startDeployment();
  const embedded = await measureAll(fresh, pace).finally(() => fresh.stop());
  const slow = await inMemory((own) => measureAll(own, pace), { delayMs: SLOW_MS });
  return {
    title: "More processes",
    note:
      `Jobs that do nothing, drained by 1, 2 and 4 workers; whole orders of ${CLIENTS} clients (settlement, create, wallet) with 1 and 2 API processes, and the seconds until the jobs of them had ended. Load, processes and stores share ${cpus().length} processors.\n` +
      `In memory: a stand-in of MongoDB for figures alone that answers after ${SLOW_MS} ms.`,
    columns: ["", ...WORKERS.map((workers) => `${workers} worker${workers > 1 ? "s" : ""}`)],
    rows: [...rowsOf(store?.name ?? "the store", embedded), ...rowsOf(`in memory, ${SLOW_MS} ms a command`, slow)],
    remarks: [...embedded.refused, ...slow.refused],
  };
}

interface Taken {
  /** By the number of workers. */
  drained: Share[];
  /** By the number of APIs, then of workers. */
  orders: Map<number, Ordered[]>;
  refused: string[];
}
interface Share {
  perSecond: number;
  /** Of one processor, that the store took. */
  store: number;
}
interface Ordered extends Share {
  restS: number;
}

function rowsOf(name: string, { drained, orders }: Taken): Table["rows"] {
  const line = (words: string, cells: number[]): Table["rows"][number] => [words, ...cells];
  return [
    line(
      `jobs a second, ${name}`,
      drained.map(({ perSecond }) => perSecond),
    ),
    line(
      "  % of a processor that the store took",
      drained.map(({ store }) => store * 100),
    ),
    ...[...orders].flatMap(([apis, taken]) => [
      line(
        `orders a second, ${apis} API, ${name}`,
        taken.map(({ perSecond }) => perSecond),
      ),
      line(
        "  seconds until their jobs had ended",
        taken.map(({ restS }) => restS),
      ),
      line(
        "  % of a processor that the store took",
        taken.map(({ store }) => store * 100),
      ),
    ]),
  ];
}

async function measureAll(deployment: Deployment, { seconds }: Pace): Promise<Taken> {
  const drained: Share[] = [];
  for (const workers of WORKERS) {
    let storeS = storeMeter(deployment);
    const onFilled = (): void => void (storeS = storeMeter(deployment));
    const one = await drain(deployment, "durable", { jobs: JOBS, workers, onFilled });
    drained.push({ perSecond: JOBS / one.seconds, store: storeS() / one.seconds });
  }
  const rates = await withProviders(deployment, () => orderRates(deployment, seconds));
  return { drained, ...rates };
}

const storeMeter = ({ pids }: Deployment): (() => number) => {
  const before = cpuSeconds(pids.mongodb());
  return () => cpuSeconds(pids.mongodb()) - before;
};

async function orderRates(deployment: Deployment, seconds: number): Promise<Pick<Taken, "orders" | "refused">> {
  const members = await makeMembers(deployment, CLIENTS);
  await writeWallets(deployment, members, 1_000_000_000);
  const skuIds = await stockUp(deployment, SKUS, 1_000_000);
  const more: Program[] = [];
  const urls = [deployment.url];
  const orders = new Map<number, Ordered[]>();
  const refused: string[] = [];
  try {
    for (const apis of APIS) {
      while (urls.length < apis) urls.push(await anotherApi(deployment, more));
      const ofApis: Ordered[] = [];
      const extra: Program[] = [];
      for (const workers of WORKERS) {
        while (extra.length + 1 < workers) await anotherWorker(deployment, extra);
        const halves = urls.map((url, at) => ({
          url,
          members: members.filter((_, number) => number % urls.length === at),
        }));
        const load = (loadSeconds: number) =>
          Promise.all(
            halves.map(({ url, members: its }) =>
              drive({
                url,
                tokens: its.map(({ token }) => token),
                seconds: loadSeconds,
                walk: orderWalk(deployment, its, skuIds),
              }),
            ),
          );
        await load(2);
        await quiet(deployment);
        const [storeS, begun] = [storeMeter(deployment), performance.now()];
        const results = await load(seconds);
        const loadedS = (performance.now() - begun) / 1_000;
        const store = storeS() / loadedS;
        await quiet(deployment);
        for (const result of results)
          for (const [what, times] of Object.entries(result.refused)) refused.push(`${apis} API: ${times} x ${what}`);
        const perSecond = results.reduce((sum, { walks }) => sum + walks, 0) / loadedS;
        ofApis.push({ perSecond, store, restS: (performance.now() - begun) / 1_000 - loadedS });
      }
      orders.set(apis, ofApis);
      await Promise.all(extra.map((one) => one.stop()));
    }
  } finally {
    await Promise.all(more.map((one) => one.stop()));
  }
  return { orders, refused };
}

async function anotherApi(deployment: Deployment, more: Program[]): Promise<string> {
  const [port, ops] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: `${port}`, OPS_PORT: `${ops}` };
  more.push(await deployment.start("api/index.js", { more: env, readyAt: `${url}/health` }));
  return url;
}

async function anotherWorker(deployment: Deployment, extra: Program[]): Promise<void> {
  const [ops] = await freePorts(1);
  const readyAt = `http://127.0.0.1:${ops}/health`;
  extra.push(await deployment.start("workers/index.js", { more: { OPS_PORT: `${ops}` }, readyAt }));
}
