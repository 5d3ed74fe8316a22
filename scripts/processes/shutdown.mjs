import { setTimeout as sleep } from "node:timers/promises";
import { elapsed, stepDone } from "./progress.mjs";

/** The order of stops, and how many of the ten seconds may have passed before each is killed. */
const cutoffs = { api: 3_000, cron: 3_800, worker: 6_800, sandbox: 7_300 };
const serviceMs = 750;

/**
 * Stops all in order: first the processes that accept work, then those that do it, then the stores.
 * @param {Map<string, import("./supervisor.mjs").Supervised>} processes
 * @param {import("../services/index.d.mts").RunningServices | undefined} services
 */
export async function stopInOrder(processes, services) {
  if (processes.size === 0 && !services) return;
  const since = Date.now();
  for (const [name, cutoff] of Object.entries(cutoffs)) {
    const one = processes.get(name);
    if (!one?.pid) {
      await one?.stop(0);
      continue;
    }
    const begun = Date.now();
    // At least a moment for each, even when the ones before used up their time.
    await one.stop(Math.max(500, since + cutoff - Date.now()));
    stepDone("stopped", name, begun);
  }
  if (services) {
    const begun = Date.now();
    await services.stop(serviceMs);
    stepDone("stopped", "backing services; the data stays", begun);
  }
  stepDone("end", `all stopped in ${elapsed(since)}`);
  await sleep(20); // the last lines of the logs are still on their way
}
