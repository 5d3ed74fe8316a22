import type { QueryFilter, UpdateQuery } from "mongoose";
import { checkpoint } from "#shared/kernel/request/context.js";
import { holding, KindHoldModel, type KindHold } from "#shared/kernel/outbox/kindHolds.js";
import { KindLimitModel } from "#shared/kernel/outbox/kindLimits.js";
import { mayBeInRedis } from "#shared/kernel/outbox/acts.js";
import { markRows } from "#shared/kernel/outbox/marks.js";
import { bullIdOf, runOfBullId } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow, type OutboxState } from "#shared/kernel/outbox/row.js";
import { beginning } from "#shared/kernel/outbox/times.js";
import { inTurn } from "#shared/kernel/outbox/turns.js";
import { findJob } from "#shared/kernel/queue/jobs.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { takeOut } from "#shared/kernel/queue/takeOut.js";
import { log } from "#shared/kernel/observability/log.js";

/** Rows per write. */
const STEP = 500;
/** Rows per read of those that are to wait, as a store may look at all of a queue for it. */
const READ = 2_000;
/** Of a running one its end decides; one that nobody here knows is parked anyway. */
const held: OutboxState[] = ["held", "waiting", "relayed", "retrying"];
/** One that is to be tried again stays in Redis, with its tries, and meets the limit when it is. */
const limited: OutboxState[] = ["held", "waiting", "relayed"];

/** Brings the open rows of a kind in line with whether it is held or limited now; each row by one guarded write. */
export async function applyKindHold(job: string): Promise<void> {
  const queue = findJob(job)?.queue;
  if (!queue) return;
  for (let found = STEP; found >= STEP; checkpoint()) {
    const [hold, limit] = await Promise.all([
      KindHoldModel.findById(job).lean<KindHold>(),
      KindLimitModel.exists({ _id: job }),
    ]);
    found = hold
      ? await holdRows(queue, hold)
      : limit
        ? Math.max(await moveToTurns(job), await limitRows(queue, job))
        : await releaseRows(job);
  }
}

async function holdRows(queue: QueueName, { _id: job, operatorId, reason, at }: KindHold): Promise<number> {
  const rows = await rowsOutside(queue, { job, state: { $in: held } });
  const update = holding({ operatorId, reason, at, ofKind: true });
  return haveWait(queue, rows, held, () => update);
}

async function limitRows(queue: QueueName, job: string): Promise<number> {
  const rows = await rowsOutside(queue, { job, state: { $in: limited }, turn: { $exists: false } });
  return haveWait(queue, rows, limited, (row) => inTurn(bySecond(row)));
}

async function haveWait(
  queue: QueueName,
  rows: readonly OutboxRow[],
  from: readonly OutboxState[],
  updateOf: (row: OutboxRow) => UpdateQuery<OutboxRow>,
): Promise<number> {
  for (let at = 0; at < rows.length; at += STEP, checkpoint()) {
    const some = rows.slice(at, at + STEP);
    await markRows(
      from,
      some.map((row) => ({ _id: row._id, run: row.run, update: updateOf(row) })),
    );
    await leaveRedis(queue, some);
  }
  return rows.length;
}

/** Rows that nobody holds and that do not run. */
async function rowsOutside(openQueue: QueueName, which: QueryFilter<OutboxRow>): Promise<OutboxRow[]> {
  const running = (await queueNamed(openQueue).getRanges(["active"])).flatMap(runOfBullId).map(({ _id }) => _id);
  return OutboxModel.find({ openQueue, hold: { $exists: false }, _id: { $nin: running }, ...which })
    .limit(READ)
    .lean<OutboxRow[]>();
}

/** What stays there has no effect: its run is over. */
async function leaveRedis(name: QueueName, rows: readonly OutboxRow[]): Promise<void> {
  await takeOut(name, rows.filter(mayBeInRedis).map(bullIdOf)).catch((error: unknown) =>
    log.warn({ err: error, queue: name }, "Redis did not follow the hold or the limit of a kind"),
  );
}

/** To the second, so that many rows are marked by few writes. */
const bySecond = ({ job, dueAt }: OutboxRow) => ({ job, dueAt: new Date(dueAt.getTime() - (dueAt.getTime() % 1_000)) });

const heldRows = (job: string): Promise<OutboxRow[]> =>
  OutboxModel.find({ "hold.at": { $gt: new Date(0) }, "hold.ofKind": true, job })
    .limit(STEP)
    .lean<OutboxRow[]>();

/** Released, they wait for their turn. */
async function moveToTurns(job: string): Promise<number> {
  const rows = await heldRows(job);
  await markRows(
    ["held"],
    rows.map((row) => ({ _id: row._id, run: row.run, update: inTurn(bySecond(row)) })),
  );
  return rows.length;
}

async function releaseRows(job: string): Promise<number> {
  const turns = OutboxModel.find({ "turn.job": job }).sort({ "turn.dueAt": 1 }).limit(STEP).lean<OutboxRow[]>();
  const [rows, ofTurns] = await Promise.all([heldRows(job), turns]);
  await markRows(
    ["held"],
    [...rows, ...ofTurns].map(({ _id, run, dueAt }) => ({
      _id,
      run,
      update: { $set: beginning(dueAt), $unset: { hold: 1, turn: 1 } },
    })),
  );
  return Math.max(rows.length, ofTurns.length);
}
