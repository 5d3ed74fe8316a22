import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { invalidateHeldKinds, KindHoldModel } from "#shared/kernel/outbox/kindHolds.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { findJob, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { isOfMoneyOrOrders } from "#shared/kernel/queue/queueNames.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { invalidateReads } from "./cachedReads.js";
import { queueErrors } from "./queue.errors.js";
import { applyKindHoldJob } from "./queue.jobs.js";

interface HoldKindInput {
  job: string;
  reason: string;
  operatorId: number;
  isConfirmed: boolean;
}

/**
 * Jobs of this kind wait in the outbox until it is released, and others of its queue go on. Jobs in Redis go back to the
 * outbox; those that run are let run. Every process knows within five seconds. BadInput (400) for a kind that nobody
 * knows or that has no rows; KindHoldUnconfirmed where money or orders depend on it; KindHeld.
 */
export async function holdKind({ job, reason, operatorId, isConfirmed }: HoldKindInput): Promise<true> {
  const definition = holdable(job);
  if (isOfMoneyOrOrders(definition.queue) && !isConfirmed) throw await warningOf(definition);
  await inTransaction(async () => {
    const { upsertedCount } = await KindHoldModel.updateOne(
      { _id: job },
      { $setOnInsert: { operatorId, reason, at: clock.now() } },
      { upsert: true },
    );
    if (upsertedCount === 0) throw queueErrors.KindHeld({ job });
    await followUp(job, "queue.holdKind", reason);
  });
  return true;
}

/** BadInput (400), KindNotHeld. */
export async function releaseKind({ job, reason }: Pick<HoldKindInput, "job" | "reason">): Promise<true> {
  holdable(job);
  await inTransaction(async () => {
    const { deletedCount } = await KindHoldModel.deleteOne({ _id: job });
    if (deletedCount === 0) throw queueErrors.KindNotHeld({ job });
    await followUp(job, "queue.releaseKind", reason);
  });
  return true;
}

/** When the rows are brought in line: at once, and after a process that missed the news, or a long transaction, wrote some. */
const PASSES_MS = [0, seconds(10), seconds(90)];

async function followUp(job: string, action: string, reason: string): Promise<void> {
  invalidateHeldKinds();
  for (const [pass, delayMs] of PASSES_MS.entries())
    await enqueue(applyKindHoldJob, { job, pass }, { delayMs, replace: true });
  await recordOperation({ module: "infra", action, bizId: job, after: { reason } });
  invalidateReads();
}

/** A job without a row waits in Redis alone, where nothing holds it back. */
export const canBeHeld = (job: JobDefinition | undefined): boolean =>
  job !== undefined && !job.bestEffort && job.name !== applyKindHoldJob.name;

function holdable(name: string): JobDefinition {
  const definition = findJob(name);
  if (!definition) throw errors.BadInput({ field: "job", reason: "no such kind of job" });
  if (definition.bestEffort) throw errors.BadInput({ field: "job", reason: "its jobs have no rows to hold" });
  if (!canBeHeld(definition)) throw errors.BadInput({ field: "job", reason: "it is what releases others" });
  return definition;
}

const MOST_COUNTED = 100_000;
/** What members and merchants wait for, by what the jobs are about. */
const things: Record<string, { one: string; many: string; zh: string }> = {
  refundId: { one: "refund", many: "refunds", zh: "退款" },
  orderId: { one: "order", many: "orders", zh: "订单" },
  payOrderId: { one: "payment", many: "payments", zh: "支付单" },
  attemptId: { one: "payment attempt", many: "payment attempts", zh: "支付请求" },
  callbackId: { one: "callback", many: "callbacks", zh: "支付回调" },
  notifyId: { one: "notice to a merchant", many: "notices to merchants", zh: "商户通知" },
};
const anyThing = { one: "job", many: "jobs", zh: "任务" };

async function warningOf({ name: job, queue: openQueue }: JobDefinition) {
  const open = { openQueue, job };
  const [count, some] = await Promise.all([
    OutboxModel.countDocuments(open, { limit: MOST_COUNTED }),
    OutboxModel.findOne(open, { about: 1 }).lean<{ about: object }>(),
  ]);
  const kind = Object.keys(some?.about ?? {}).find((name) => name in things);
  const thing = kind ? things[kind]! : anyThing;
  const what = currentLanguage() === "zh" ? thing.zh : count === 1 ? thing.one : thing.many;
  return queueErrors.KindHoldUnconfirmed({ job, count, what });
}
