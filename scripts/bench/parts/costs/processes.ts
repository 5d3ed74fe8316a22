import { setTimeout as pause } from "node:timers/promises";
import { residentMiB } from "../../figures.js";
import { freePorts } from "#scripts/deployment/services.js";
import type { Deployment } from "../../deployment.js";
import type { Pace } from "../../pace.js";
import { over, type Table } from "../../tables.js";

const SCRIPTS = { api: "api/index.js", "worker, all queues": "workers/index.js", cron: "workers/cron.js" } as const;
const SETTLE_MS = 3_000;

/** The start time and memory of processes: fresh, and after the load of the other parts. */
export async function benchProcesses(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const afterLoad: Record<string, number> = {
    api: residentMiB(deployment.api.pid),
    "worker, all queues": residentMiB(deployment.worker.pid),
    cron: residentMiB(deployment.cron.pid),
  };
  const rows: Table["rows"] = [];
  for (const [name, script] of Object.entries(SCRIPTS)) {
    const taken: { readyMs: number; mib: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const [port, ops] = await freePorts(2);
      const program = await deployment.start(script, {
        more: { PORT: String(port), OPS_PORT: String(ops) },
        readyAt: `http://127.0.0.1:${name === "api" ? port : ops}/health`,
      });
      await pause(SETTLE_MS);
      taken.push({ readyMs: program.readyMs, mib: residentMiB(program.pid!) });
      await program.stop();
    }
    rows.push([
      name,
      over(taken, ({ readyMs }) => readyMs / 1_000),
      over(taken, ({ mib }) => mib),
      afterLoad[name] ?? NaN,
    ]);
  }
  return {
    title: "Processes",
    note: "Seconds until a process answers, and its resident memory 3 s later; the last column is the one that bore the load of this run.",
    columns: ["", "ready s", "fresh MiB", "after load MiB"],
    rows,
  };
}
