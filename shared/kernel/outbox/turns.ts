import { log } from "../observability/log.js";
import { clock, seconds } from "../time/clock.js";
import type { JobData } from "../queue/jobs.js";
import { KindHoldModel, limitedKinds } from "./kindHolds.js";
import { KindLimitModel, turnsNow, type KindLimit } from "./kindLimits.js";
import { markRows } from "./marks.js";
import { byQueue, isKnown } from "./parking.js";
import { relayGroup, type Run } from "./relay.js";
import { OutboxModel, type OutboxRow } from "./row.js";
import { settingAside } from "./setAside.js";
import { beginning } from "./times.js";
import { updateOfTry, type TryRecord } from "./tryRecord.js";

/*
 * Rows of a limited kind wait in the outbox for their turn, as those of a held kind wait for its release: open ones by a
 * job, new ones from their birth, and one that a worker takes while the rate is used up goes back there. They get their turn
 * oldest first, by one guarded write a round, from whichever worker process is first.
 */

/** What a row gets that waits for its turn: a new run number, so that leftovers of this run end nothing. */
export const inTurn = ({ job, dueAt }: Pick<OutboxRow, "job" | "dueAt">) => ({
  $set: { state: "held" as const, turn: { job, dueAt } },
  $unset: { nextLookAt: 1 as const, nextTryAt: 1 as const, parked: 1 as const, hold: 1 as const },
  $inc: { run: 1 },
});

/** Marks the row of a job whose try begins; false: this run of it is over, and must not begin. */
export async function beginTry({ outboxId: _id, run }: JobData, tryRecord: TryRecord): Promise<boolean> {
  if (_id === undefined || run === undefined) return true;
  const { $set, ...rest } = updateOfTry({ number: tryRecord.number, startedAt: tryRecord.startedAt });
  const { matchedCount } = await OutboxModel.updateOne(
    { _id, run, open: true, hold: { $exists: false } },
    { $set: { ...$set, state: "running" }, ...rest },
  );
  return matchedCount > 0;
}

/** Puts the row of a job that a worker has taken before its turn back, and those of the next ones of its kind. */
export const awaitTurn = settingAside<void>((which, { job, run }) => {
  const turn = { job, dueAt: "$dueAt" };
  const $unset = ["nextLookAt", "nextTryAt", "parked", "hold"];
  const update = [{ $set: { state: "held", turn, run: run + 1 } }, { $unset }];
  return OutboxModel.updateMany(which, update, { updatePipeline: true });
});

/**
 * The same of one that was tried, which keeps its tries. It waits behind those that were due before, or old failures would
 * keep new jobs from their first try.
 */
export async function awaitTurnAgain(job: string, { _id, run }: Run, tried: number): Promise<void> {
  const { $set, ...rest } = inTurn({ job, dueAt: clock.now() });
  await OutboxModel.updateOne(
    { _id, run, open: true, hold: { $exists: false } },
    { $set: { ...$set, tried }, ...rest },
  );
}

/** A new row of a limited kind. */
export function bornInTurn<R extends Pick<OutboxRow, "job" | "dueAt" | "state" | "nextLookAt">>(row: R): R {
  const { nextLookAt: _never, ...rest } = row;
  return { ...rest, state: "held", turn: { job: row.job, dueAt: row.dueAt } } as unknown as R;
}

/** Gives rows of limited kinds their turn, as many as may start now. A kind that fails does not hold up the others. */
export async function giveTurns(): Promise<void> {
  for (const job of (await limitedKinds()).keys())
    await giveTurnsOf(job).catch((error: unknown) => log.warn({ err: error, job }, "no turns were given"));
}

async function giveTurnsOf(job: string): Promise<void> {
  const limit = await KindLimitModel.findById(job).lean<KindLimit>();
  if (!limit) return;
  const { most, after } = turnsNow(limit);
  if (most === 0) return;
  const rows = await OutboxModel.find({ "turn.job": job, "turn.dueAt": { $lte: clock.now() } })
    .sort({ "turn.dueAt": 1 })
    .limit(most)
    .lean<OutboxRow[]>();
  if (rows.length === 0 || (await KindHoldModel.exists({ _id: job }))) return;
  const { perMinute, nextTurnMs } = limit;
  const { modifiedCount } = await KindLimitModel.updateOne(
    { _id: job, perMinute, nextTurnMs },
    { $set: { nextTurnMs: after(rows.length) } },
  );
  if (modifiedCount > 0) await relayInOrder(rows);
}

/** Read again before they are relayed, as one may have been held, cancelled or moved meanwhile. */
async function relayInOrder(rows: readonly OutboxRow[]): Promise<void> {
  await markRows(
    ["held"],
    rows.map(({ _id, run, dueAt }) => ({ _id, run, update: { $set: beginning(dueAt), $unset: { turn: 1 } } })),
  );
  const ids = rows.map(({ _id }) => _id);
  const marked = await OutboxModel.find({ _id: { $in: ids }, state: "waiting" }).lean<OutboxRow[]>();
  const inOrder = marked.filter(isKnown).toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
  for (const [queue, group] of byQueue(inOrder))
    await relayGroup(queue, group).catch((error: unknown) =>
      log.warn({ err: error, queue }, "jobs whose turn came were not relayed; the walk will do it"),
    );
}

const EVERY_MS = seconds(1);

/** Gives turns until the returned function is called. */
export function startTurns(): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= giveTurns().finally(() => (running = undefined));
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
