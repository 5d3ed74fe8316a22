import { parseArgs } from "node:util";
import { startHouse, type House } from "./house.js";
import { benchAsks } from "./parts/asks.js";
import { benchCatalogAndCart } from "./parts/catalogAndCart.js";
import { benchHotSku } from "./parts/hotSku.js";
import { benchJobs } from "./parts/jobs.js";
import { benchOrders } from "./parts/orders.js";
import { benchProcesses } from "./parts/processes.js";
import type { Pace } from "./pace.js";
import { machineLine, printTable, type Table } from "./tables.js";

/**
 * `npm run bench [-- --rounds=3 --seconds=6 reads orders ...]`: what the shop does in a second and what it costs, on
 * stores and processes of its own. Every figure stands beside a bare program that does the same work in the same run,
 * because only the ratio can be carried from one machine to another.
 */
const parts: Record<string, (house: House, pace: Pace) => Promise<Table>> = {
  reads: benchCatalogAndCart,
  orders: benchOrders,
  hot: benchHotSku,
  jobs: benchJobs,
  asks: benchAsks,
  processes: benchProcesses,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, seconds: { type: "string", default: "6" } },
});
const pace: Pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0 || !(pace.rounds >= 1) || !(pace.seconds > 0)) {
  console.error(`Usage: npm run bench [-- --rounds=3 --seconds=6 ${Object.keys(parts).join("|")} ...]`);
  process.exit(1);
}

const house = await startHouse();
let interrupted = false;
process.once("SIGINT", () => {
  interrupted = true;
  void house.stop().finally(() => process.exit(130));
});
try {
  console.log(machineLine(house));
  for (const name of chosen) printTable(await parts[name]!(house, pace));
} finally {
  if (!interrupted) await house.stop();
}
// Idle connections of the load's clients would hold the process.
process.exit(process.exitCode ?? 0);
