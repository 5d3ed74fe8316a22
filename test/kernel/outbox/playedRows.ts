import { ClaimModel } from "#shared/kernel/mongo/claims.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { actOnRow, type JobAct } from "#shared/kernel/outbox/acts.js";
import { cancelJob } from "#shared/kernel/outbox/cancel.js";
import { endOutboxRow, outboxEndingIdle, recordOutboxTry } from "#shared/kernel/outbox/ending.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { park, releaseParked } from "#shared/kernel/outbox/parking.js";
import { bullIdOf, relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow, type OutboxState } from "#shared/kernel/outbox/row.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import type { JobData } from "#shared/kernel/queue/jobs.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { keyedJob, wakingJob } from "#test/support/testJobs.js";

export const QUEUE = "maintenance";
/** waking runs again when it is enqueued while it is open; once claims nothing. */
type Kind = "keyed" | "waking" | "once";
export const kinds: readonly Kind[] = ["keyed", "waking", "once"];
export const oneSteps = [
  ...(["enqueue", "enqueueLater", "replace", "replaceFar", "cancelJob"] as const),
  ...(["hold", "release", "retry", "cancel"] as const),
  // Of a run: what a worker has taken ends as it says; in Redis alone when it dies after that.
  ...(["take", "done", "dead", "fail", "goesOn", "doneUntold", "deadUntold"] as const),
  ...(["lose", "walk", "walkFar", "park", "unpark"] as const),
] as const;
export type OneStep = (typeof oneSteps)[number];
/** Two are begun at the same moment. */
export type Step = OneStep | readonly [OneStep, OneStep];

/** What an ended row has no more. */
const ofOpenRows = ["openKey", "openQueue", "nextLookAt", "parked", "nextTryAt", "hold"];
const keptMs: Partial<Record<OutboxState, number>> = { done: days(7), cancelled: days(7), dead: days(90) };
const by = { operatorId: 1, reason: "as it is played" };

/** What is wrong with a row as it stands. */
function faultsOf(row: OutboxRow, claims: number): string[] {
  const is = (holds: boolean, fault: string): string[] => (holds ? [] : [`${row.state} row ${fault}`]);
  const kept = keptMs[row.state];
  if (kept !== undefined)
    return [
      ...is(!row.open, "is open"),
      ...is(row.expireAt?.getTime() === (row.endedAt?.getTime() ?? NaN) + kept, "is not kept for its time"),
      ...ofOpenRows.flatMap((field) => is(!(field in row), `has ${field}`)),
      ...is(claims === 0, "has a claim"),
    ];
  const isIdle = row.hold !== undefined || row.state === "unknown";
  return [
    ...is(row.open && row.endedAt === null && row.expireAt === undefined, "has ended"),
    ...is(row.openKey === row.key && row.openQueue === QUEUE, "lacks its key or its queue"),
    ...is(claims === (row.unclaimed ? 0 : 1), `has ${claims} claims`),
    ...is((row.nextLookAt !== undefined) !== isIdle, isIdle ? "is looked at" : "is looked at by nobody"),
    ...is((row.parked !== undefined) === (row.state === "unknown"), "is parked, or is not"),
    ...is(row.hold === undefined || row.state === "held", "is kept back"),
  ];
}

/** One key, its rows and the runs of it that are played here: the queue is paused, so that no worker takes them. */
export class Played {
  readonly kind: Kind;
  readonly number: number;
  readonly taken: JobData[] = [];
  /** Runs whose row was moved on, or is kept back. */
  readonly stale = new Set<JobData>();
  /** What ended in Redis, and nobody told the row. */
  readonly untold = new Map<string, "done" | "dead">();

  constructor(kind: Kind, number: number) {
    this.kind = kind;
    this.number = number;
  }

  private get job() {
    return this.kind === "waking" ? wakingJob : keyedJob;
  }

  rows = (): Promise<OutboxRow[]> =>
    OutboxModel.find({ key: `${this.job.name}:${this.number}` })
      .sort({ _id: 1 })
      .lean<OutboxRow[]>();

  async open(): Promise<OutboxRow | undefined> {
    return (await this.rows()).find(({ open }) => open);
  }

  async faults(): Promise<string[]> {
    const rows = await this.rows();
    const claims = await ClaimModel.find({ by: { $in: rows.map(({ _id }) => _id) }, _id: /^outbox\./ }).lean();
    const claiming = rows.filter(({ open, unclaimed }) => open && !unclaimed);
    return [
      ...rows.flatMap((row) => faultsOf(row, claims.filter((claim) => claim.by === row._id).length)),
      ...(claiming.length > 1 ? [`${claiming.length} rows have the key`] : []),
    ];
  }

  readonly #steps: Record<OneStep, () => Promise<unknown>> = {
    enqueue: () => this.#enqueue({ delayMs: 0 }),
    enqueueLater: () => this.#enqueue({ delayMs: hours(1) }),
    replace: () => this.#enqueue({ delayMs: minutes(2), replace: true }),
    replaceFar: () => this.#enqueue({ delayMs: hours(2), replace: true }),
    cancelJob: () => inTransaction(() => cancelJob(this.job, { number: this.number })),
    hold: () => this.#act("hold"),
    release: () => this.#act("release"),
    retry: () => this.#act("retry"),
    cancel: () => this.#act("cancel"),
    take: () => this.#take(),
    done: () => this.end("done"),
    dead: () => this.end("dead"),
    fail: () => this.#tell("retrying"),
    goesOn: () => this.#tell("running"),
    doneUntold: () => this.#endUntold("done"),
    deadUntold: () => this.#endUntold("dead"),
    lose: async () => {
      this.untold.clear();
      for (const row of await this.rows()) await forget(row);
    },
    walk: () => this.#walk(minutes(3)),
    walkFar: () => this.#walk(hours(3)),
    park: async () => {
      const row = await this.open();
      if (row && !row.hold) await park([row]);
    },
    unpark: () => releaseParked(),
  };

  async play(step: Step): Promise<void> {
    const before = await this.open();
    await Promise.all([step].flat().map((one) => this.#steps[one as OneStep]()));
    await relayIdle();
    await outboxEndingIdle();
    const moves = step === "hold" || ((step === "replace" || step === "replaceFar") && !before?.hold);
    const now = await this.open();
    for (const run of this.taken) if (moves || run.run !== now?.run || run.outboxId !== now?._id) this.stale.add(run);
  }

  async #enqueue(how: { delayMs: number; replace?: boolean }): Promise<void> {
    const once = this.kind === "once";
    // What happens once is not enqueued twice, only moved.
    if (once && !how.replace && (await this.open())) return;
    await inTransaction(() => enqueue(this.job, { number: this.number }, { ...how, once }));
  }

  async #act(act: JobAct): Promise<void> {
    const row = await this.open();
    if (row) await inTransaction(() => actOnRow(row, act, by));
  }

  async #take(): Promise<void> {
    const row = await this.open();
    if (!row || row.hold || this.untold.has(bullIdOf(row))) return;
    const job = await queueNamed(QUEUE).getJob(bullIdOf(row));
    if (job) this.taken.push(job.data as JobData);
  }

  async end(state: "done" | "dead"): Promise<void> {
    const run = this.taken.shift();
    if (!run) return;
    await finishInRedis(run, state);
    if (state === "dead") await recordDeadLetter(letterOf(run));
    endOutboxRow(run, state, { number: 1, startedAt: clock.now() });
  }

  async #endUntold(state: "done" | "dead"): Promise<void> {
    const run = this.taken.shift();
    if (run && (await finishInRedis(run, state))) this.untold.set(bullIdOfRun(run), state);
  }

  async #tell(state: "retrying" | "running"): Promise<void> {
    const run = state === "retrying" ? this.taken.shift() : this.taken[0];
    const nextTryAt = state === "retrying" ? { nextTryAt: clock.after(minutes(1)) } : {};
    if (run) recordOutboxTry(run, state, { number: 1, startedAt: clock.now(), ...nextTryAt });
  }

  async #walk(laterMs: number): Promise<void> {
    heldClock.advance(laterMs);
    await walkOutbox();
  }

  /** What a step makes of rows as they stood: how many are open, and how each has ended. Of what may be either, nothing. */
  async expected(step: OneStep): Promise<string[] | undefined> {
    const rows = await this.rows();
    const open = rows.filter((row) => row.open);
    if (open.length > 1) return undefined;
    const [row] = open;
    const become = (state: string): string[] => rows.map((one) => (one.open ? state : one.state));
    const asItIs = become("open");
    switch (step) {
      case "enqueue":
      case "enqueueLater":
      case "replace":
      case "replaceFar":
        return row ? asItIs : [...asItIs, "open"];
      case "cancelJob":
      case "cancel":
        return become("cancelled");
      case "done":
      case "dead": {
        const [run] = this.taken;
        return row && run && !this.stale.has(run) && (row.again ?? 0) <= (run.again ?? 0) ? become(step) : asItIs;
      }
      case "walk":
      case "walkFar":
        return row && this.untold.has(bullIdOf(row)) ? undefined : asItIs;
      default:
        return asItIs;
    }
  }

  async found(): Promise<string[]> {
    return (await this.rows()).map(({ open, state }) => (open ? "open" : state));
  }

  /** Nobody meddles any more: whatever is open comes to a worker, and ends. */
  async settle(): Promise<void> {
    await this.play("release");
    await this.play("unpark");
    this.taken.length = 0;
    for (let round = 0; round < 8 && (await this.open()); round++) {
      await this.play("walkFar");
      for (const row of (await this.rows()).filter(({ open }) => open)) {
        const job = await queueNamed(QUEUE).getJob(bullIdOf(row));
        if (job && !this.untold.has(bullIdOf(row))) this.taken.push(job.data as JobData);
      }
      while (this.taken.length > 0) await this.play("done");
    }
  }
}

const bullIdOfRun = ({ outboxId, run }: JobData): string => bullIdOf({ _id: outboxId!, run: run! });

const letterOf = (run: JobData) => {
  const { v, payload, about, requestId } = run;
  const of = { bullId: bullIdOfRun(run), queue: QUEUE, v, payload, about, requestId };
  return { ...of, job: "test", attempts: 1, error: "Played", reason: "played", stack: "" };
};

/** As its worker leaves it there; false when Redis has lost it. */
async function finishInRedis(run: JobData, state: "done" | "dead"): Promise<boolean> {
  const bull = queueNamed(QUEUE);
  const id = bullIdOfRun(run);
  if ((await producerRedis(QUEUE).exists(bull.toKey(id))) === 0) return false;
  const ended = producerRedis(QUEUE).multi().hset(bull.toKey(id), { finishedOn: Date.now(), failedReason: "played" });
  for (const list of ["wait", "paused"]) ended.lrem(bull.toKey(list), 0, id);
  for (const set of ["delayed", "prioritized"]) ended.zrem(bull.toKey(set), id);
  await ended.zadd(bull.toKey(state === "done" ? "completed" : "failed"), Date.now(), id).exec();
  return true;
}

export async function forget({ _id, run }: OutboxRow): Promise<void> {
  for (let one = 1; one <= run; one++) await queueNamed(QUEUE).remove(bullIdOf({ _id, run: one }));
}
