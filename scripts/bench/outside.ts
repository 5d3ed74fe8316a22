import { updateEach } from "#scripts/deployment/eachRow.js";
import { setTimeout as pause } from "node:timers/promises";
import { AttemptStatus } from "#shared/domains/pay/order/payOrder.states.js";
import type { Program } from "#scripts/deployment/program.js";
import type { Deployment } from "./deployment.js";

/** Runs work while the outside providers are up; afterwards it closes payments that still wait at one of them. */
export async function withProviders<T>(deployment: Deployment, work: (sandbox: Program) => Promise<T>): Promise<T> {
  const sandbox = await deployment.start("scripts/sandbox/index.js", {
    // Its mail server on any free port: the shop sends none here, and the usual port may be a running shop's.
    more: { SANDBOX_PORT: String(deployment.sandboxPort), SANDBOX_SMTP_PORT: "0" },
    readyAt: `http://127.0.0.1:${deployment.sandboxPort}/sandbox/callbacks`,
  });
  try {
    return await work(sandbox);
  } finally {
    const attempts = deployment.db.collection("payAttempts");
    await updateEach(attempts, { open: true }, { $set: { open: false, status: AttemptStatus.closed } });
    await sandbox.stop();
  }
}

const LOOK_EACH_MS = 100;

/** Polls until the condition holds; returns whether it did in time. */
export async function comesTrue(look: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const until = performance.now() + seconds * 1_000;
  while (!(await look())) {
    if (performance.now() > until) return false;
    await pause(LOOK_EACH_MS);
  }
  return true;
}

/** Waits until no job is due, so that all work caused by the load has run. */
export const quiet = (deployment: Deployment, seconds = 120): Promise<boolean> => nothingDue(deployment, 0, seconds);

/** A job that is due so soon was put off by the load, as a delivery whose host was full. */
const SOON_MS = 10_000;

/** The same, and none will be due soon: for costs, in which what is done later would be missing. */
export const quietForLong = (deployment: Deployment): Promise<boolean> => nothingDue(deployment, SOON_MS, 120);

const MOST_NAMED = 20;

/** What is still due in the end is named: figures of a load that others wait behind are not its own. */
async function nothingDue({ db }: Deployment, withinMs: number, seconds: number): Promise<boolean> {
  const outbox = db.collection("outbox");
  const states = ["held", "waiting", "relayed", "running", "retrying"];
  const due = () => ({ state: { $in: states }, dueAt: { $lte: new Date(Date.now() + withinMs) } });
  const isQuiet = await comesTrue(async () => (await outbox.countDocuments(due(), { limit: 1 })) === 0, seconds);
  if (!isQuiet) {
    const left = await outbox.find(due(), { limit: MOST_NAMED }).toArray();
    const named = new Set(
      left.map(({ job, state, message }) => `${job} (${[state, message].filter(Boolean).join(": ")})`),
    );
    console.error(`still due after ${seconds} s: ${[...named].join(", ")}`);
  }
  return isQuiet;
}
