import type { QueryFilter } from "mongoose";
import { log } from "../observability/log.js";
import type { QueueName } from "../queue/queueNames.js";
import { nextOfKind, takeOut } from "../queue/takeOut.js";
import { bullIdOf, runOfBullId, type Run } from "./relay.js";
import { OutboxModel, type OutboxRow } from "./row.js";

/** So many that are taken next are looked at each time. */
const MOST = 500;

interface Round<B> {
  queue: QueueName;
  runs: Run[];
  by: B;
  over: Promise<void>;
}
/** Puts the row of a job that a worker has taken, and that must not run now, back into the outbox. */
type SetAside<B> = (queue: QueueName, job: string, taken: Run, by: B) => Promise<void>;

/** Writes these rows, all of them at this run. */
type Write<B> = (which: QueryFilter<OutboxRow>, of: { job: string; run: number; by: B }) => Promise<unknown>;

/**
 * Of a kind that must not run now thousands may be in Redis, and others behind them. A worker that has taken one sets the
 * next ones of the kind aside with it, and those that are taken meanwhile wait for the next round: so the others come
 * after a few rounds. A row is written at its run or not at all; what stays in Redis of it has no effect then.
 */
export function settingAside<B>(write: Write<B>): SetAside<B> {
  const waiting = new Map<string, Round<B>>();
  const ended = new Map<string, Promise<void>>();

  function newRound(queue: QueueName, job: string, by: B): Round<B> {
    const round: Round<B> = { queue, runs: [], by, over: Promise.resolve() };
    round.over = (ended.get(job) ?? Promise.resolve()).then(() => {
      waiting.delete(job);
      return take(job, round);
    });
    ended.set(
      job,
      round.over.catch(() => undefined),
    );
    waiting.set(job, round);
    return round;
  }
  async function take(job: string, { queue, runs, by }: Round<B>): Promise<void> {
    const mark = async (some: readonly Run[], also: QueryFilter<OutboxRow> = {}): Promise<void> => {
      for (const [run, ids] of byRun(some))
        await write({ _id: { $in: ids }, run, open: true, hold: { $exists: false }, ...also }, { job, run, by });
    };
    const next = await nextOfKind(queue, job, MOST).catch(notFollowed(queue, []));
    await mark(runs);
    // Another worker may have taken some of them by now, and had the right to begin.
    await mark(next.flatMap(runOfBullId), { state: { $ne: "running" } });
    await takeOut(queue, await thoseLeft(next)).catch(notFollowed(queue, undefined));
  }
  return async (queue, job, taken, by) => {
    const round = waiting.get(job) ?? newRound(queue, job, by);
    round.runs.push(taken);
    await round.over;
  };
}

/** Of these jobs those whose row is not at their run any more. */
async function thoseLeft(bullIds: readonly string[]): Promise<string[]> {
  const ids = bullIds.flatMap(runOfBullId).map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const rows = await OutboxModel.find({ _id: { $in: ids }, open: true }, { run: 1 }).lean<
    Pick<OutboxRow, "_id" | "run">[]
  >();
  const current = new Set(rows.map(bullIdOf));
  return bullIds.filter((bullId) => !current.has(bullId));
}

/** They are taken one by one then. */
const notFollowed =
  <T>(queue: QueueName, instead: T) =>
  (error: unknown): T => {
    log.warn({ err: error, queue }, "the next jobs of a held or limited kind were not set aside");
    return instead;
  };

/** Ids by run: the rows of one are written by one command. */
function byRun(runs: readonly Run[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const { _id, run } of runs) groups.set(run, [...(groups.get(run) ?? []), _id]);
  return groups;
}
