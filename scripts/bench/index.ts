import { parseArgs } from "node:util";
import { besideBefore } from "./before.js";
import { startDeployment, stopDeployments, type Deployment } from "./deployment.js";
import { benchAnalytics } from "./parts/analytics/events.js";
import { benchRollUp } from "./parts/analytics/rollUp.js";
import { benchAsks } from "./parts/asks.js";
import { benchCallbacks } from "./parts/callbacks.js";
import { benchCatalogAndCart } from "./parts/catalogAndCart.js";
import { benchCatchUp } from "./parts/ledger/catchUp.js";
import { benchConsole } from "./parts/console.js";
import { benchCosts } from "./parts/costs/costs.js";
import { benchFlows } from "./parts/costs/flows.js";
import { benchGrowth } from "./parts/growth.js";
import { benchHotSku } from "./parts/hotSku.js";
import { benchIdle } from "./parts/costs/idle.js";
import { benchJobs } from "./parts/jobs.js";
import { benchLedger, benchLedgerInMemory } from "./parts/ledger/full.js";
import { benchLikes } from "./parts/likes.js";
import { benchNotices } from "./parts/notices.js";
import { benchObjectives, environmentOfObjectives } from "./parts/objectives.js";
import { benchOrders } from "./parts/orders.js";
import { benchPeers } from "./parts/peers.js";
import { benchProcesses } from "./parts/costs/processes.js";
import { benchQueuePages } from "./parts/queuePages.js";
import { benchScale } from "./parts/scale.js";
import { benchSearch } from "./parts/search.js";
import { benchSeckill } from "./parts/seckill.js";
import { benchSettlement } from "./parts/settlement.js";
import { benchSignIn } from "./parts/signIn.js";
import { benchStores } from "./parts/stores.js";
import { benchSubmits } from "./parts/submits.js";
import { benchUpload } from "./parts/upload.js";
import { benchWallets } from "./parts/wallets.js";
import { benchWatchers } from "./parts/costs/watchers.js";
import { benchWebsite } from "./parts/website.js";
import { partCounted } from "./counted.js";
import { partInMemory } from "./inMemory.js";
import type { Pace } from "./pace.js";
import { machineLine, printTable, storesLine, type Table } from "./tables.js";

/**
 * `npm run bench [-- --rounds=3 --seconds=6 reads orders ...]`: the shop's throughput and cost, on its own stores and
 * processes. Each figure is shown beside another of the same run, from a bare program that does the same work or from
 * the same work without what is measured, because only the ratio applies to another machine. `--products=` is how many
 * the search covers, 100,000 by default. `money` is everything about payments, `ledger` the job ledger, `memory` reads and
 * orders on a store without a cost. `peers` does the same work at other shops too, each a module: `--shop=./other.mjs`
 * (peers/peerShop.ts). `slo`, alone, is a mixed load of `--minutes=10`, `--load=1`.
 */
const parts: Record<string, (deployment: Deployment, pace: Pace) => Promise<Table>> = {
  reads: benchCatalogAndCart,
  orders: benchOrders,
  settlement: benchSettlement,
  callbacks: benchCallbacks,
  submits: benchSubmits,
  wallets: benchWallets,
  notices: benchNotices,
  likes: benchLikes,
  hot: benchHotSku,
  seckill: benchSeckill,
  signin: benchSignIn,
  jobs: benchJobs,
  full: benchLedger,
  million: benchLedgerInMemory,
  catchup: benchCatchUp,
  analytics: benchAnalytics,
  rollup: benchRollUp,
  asks: benchAsks,
  search: benchSearch,
  website: benchWebsite,
  upload: benchUpload,
  queues: benchQueuePages,
  watchers: benchWatchers,
  processes: benchProcesses,
  scale: benchScale,
  stores: benchStores,
  growth: benchGrowth,
  peers: benchPeers,
  slo: benchObjectives,
};
/** Parts with a shop of their own. */
const partsApart: Record<string, (pace: Pace) => Promise<Table>> = {
  costs: partCounted(benchCosts),
  flows: partCounted(benchFlows),
  idle: benchIdle,
  console: benchConsole,
  readsinmemory: partInMemory(benchCatalogAndCart),
  ordersinmemory: partInMemory(benchOrders),
};
/** Only on request, and alone: it takes minutes, and its shop expires orders after one. */
const ALONE = "slo";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "6" },
    products: { type: "string" },
    minutes: { type: "string", default: "10" },
    load: { type: "string", default: "1" },
    shop: { type: "string", multiple: true, default: [] },
  },
});
const pace: Pace = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  products: values.products === undefined ? undefined : Number(values.products),
  minutes: Number(values.minutes),
  load: Number(values.load),
  shops: values.shop,
};
const groups: Record<string, string[]> = {
  money: ["callbacks", "submits", "wallets", "notices"],
  ledger: ["full", "million", "catchup"],
  memory: ["readsinmemory", "ordersinmemory"],
};
const chosen =
  positionals.length > 0
    ? positionals.flatMap((name) => groups[name] ?? [name])
    : [...Object.keys(partsApart), ...Object.keys(parts)].filter((name) => name !== ALONE);
const unknown = chosen.filter((name) => !(name in parts) && !(name in partsApart));
const isMixed = chosen.includes(ALONE) && chosen.length > 1;
if (
  unknown.length > 0 ||
  isMixed ||
  !(pace.minutes > 0) ||
  !(pace.load > 0) ||
  !(pace.rounds >= 1) ||
  !(pace.seconds > 0) ||
  !((pace.products ?? 1_000) >= 1_000)
) {
  console.error(
    `Usage: npm run bench [-- --rounds=3 --seconds=6 --products=100000 --minutes=10 --load=1 --shop=./other.mjs ${[...Object.keys(partsApart), ...Object.keys(parts), ...Object.keys(groups)].join("|")} ...]`,
  );
  process.exit(1);
}

let shared: Deployment | undefined;
/** Not before a part needs it: beside those with a shop of their own it would cost processor time. */
async function sharedShop(): Promise<Deployment> {
  if (shared) return shared;
  shared = await startDeployment(chosen.includes(ALONE) ? environmentOfObjectives : {});
  console.log(storesLine(shared));
  return shared;
}
async function run(name: string): Promise<Table> {
  const apart = partsApart[name];
  return apart ? apart(pace) : parts[name]!(await sharedShop(), pace);
}
let interrupted = false;
process.once("SIGINT", () => {
  interrupted = true;
  void stopDeployments().finally(() => process.exit(130));
});
try {
  console.log(machineLine());
  const tables = new Map<string, Table>();
  for (const name of chosen) {
    const table = await run(name).catch((error: unknown) => {
      // The parts after it have nothing to do with it, and an hour of figures is not thrown away.
      if (interrupted) throw error;
      process.exitCode = 1;
      console.error(`\n${name} failed`, error);
    });
    if (!table) continue;
    tables.set(name, table);
    printTable(table);
  }
  const before = besideBefore(tables);
  if (before) printTable(before);
} catch (error) {
  process.exitCode = 1;
  // That a part fails when its shop is taken away is no news.
  if (!interrupted) console.error(error);
} finally {
  await stopDeployments();
}
// Idle connections of the load's clients would keep the process alive.
process.exit(interrupted ? 130 : (process.exitCode ?? 0));
