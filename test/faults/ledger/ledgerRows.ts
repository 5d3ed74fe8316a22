import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromSources } from "#test/support/fromSources.js";
import type { Program } from "#scripts/deployment/program.js";
import { program, type Deployment } from "../deployment.js";

/** Jobs that a use case enqueues (ledgerWorker.ts), of ids that follow each other. */
export interface LedgerBatch {
  job: "count" | "newer";
  firstId: number;
  count: number;
  /** How long each runs. */
  ms?: number;
  delayMs?: number;
}

const BATCH = 2_000;

/** Rows as they lie in the ledger when those who wrote them have died before they relayed them. */
export async function leaveRows(
  { db }: Deployment,
  count: number,
  firstId: number,
  row: (id: number) => object,
): Promise<void> {
  const at = new Date(Date.now() - 90_000);
  const common = { v: 1, key: null, about: {}, dueAt: at, nextLookAt: at, state: "waiting", open: true, looks: 0 };
  for (let done = 0; done < count; done += BATCH)
    await db.collection("outbox").insertMany(
      Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
        const _id = firstId + done + index;
        const rest = { run: 1, requestId: "backlog", endedAt: null, createdAt: at, updatedAt: at, share: _id % 16 };
        return { _id, ...common, ...rest, ...row(_id) };
      }) as never,
    );
}

/** Workers of the version to come, and what their counted jobs did. */
export interface Ledger {
  worker(more?: { nodeArgs?: string[]; env?: Record<string, string> }): Program;
  enqueue(batches: LedgerBatch[]): Promise<void>;
  /** How often each has run, by job and id: `ledger.count 7`. */
  runs(): Map<string, number>;
}

export function ledgerOf({ env }: Deployment): Ledger {
  const runsFile = join(env["DATA_DIR"]!, "ledger-runs");
  writeFileSync(runsFile, "");
  const theirs = { ...env, LEDGER_RUNS: runsFile, WORKER_OPS_PORT: "0", OPS_PORT: "0" };
  const script = fromSources("test/faults/ledger/ledgerWorker.ts");
  return {
    worker: ({ nodeArgs = [], env: more = {} } = {}) =>
      program(["--enable-source-maps", ...nodeArgs, ...script], { ...theirs, ...more }),
    async enqueue(batches) {
      const enqueuer = program([...script, "--enqueue", JSON.stringify(batches)], theirs);
      await enqueuer.start();
      const { code } = await enqueuer.untilEnded();
      if (code !== 0) throw new Error(`the enqueuer ended with ${code}`);
    },
    runs() {
      const runs = new Map<string, number>();
      for (const line of readFileSync(runsFile, "utf8").split("\n").filter(Boolean))
        runs.set(line, (runs.get(line) ?? 0) + 1);
      return runs;
    },
  };
}
