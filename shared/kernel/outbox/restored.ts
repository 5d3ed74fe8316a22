import { clock } from "../time/clock.js";
import { inRedis, OutboxModel } from "./row.js";

/** More than any row was started again, or ran again, between a backup and its restore. */
const RUNS_APART = 1_000;

/**
 * For rows that come from a backup, beside a Redis that went on. There a run of theirs may have ended since, whose writes
 * are lost with the rows that it wrote: it must not count. So each open row gets a run that Redis has never seen, and what
 * Redis had of it is relayed anew. Leftovers of the old runs end nothing, and change nothing twice.
 */
export async function relayAllAnew(): Promise<void> {
  await OutboxModel.updateMany({ open: true }, { $inc: { run: RUNS_APART } });
  await OutboxModel.updateMany(
    { open: true, state: { $in: inRedis } },
    { $set: { state: "waiting", nextLookAt: clock.now(), looks: 0 }, $unset: { nextTryAt: 1 } },
  );
}
