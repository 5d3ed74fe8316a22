import { recordOperation } from "#shared/domains/audit/index.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { invalidateHeldKinds } from "#shared/kernel/outbox/kindHolds.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { findJob, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { errors } from "#shared/kernel/request/errors.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { invalidateReads } from "./cachedReads.js";
import { applyKindHoldJob } from "./queue.jobs.js";

/** When the rows are brought in line: at once, and after a process that missed the news, or a long transaction, wrote some. */
const PASSES_MS = [0, seconds(10), seconds(90)];

/** What follows when a kind of job is held, limited, or neither any more, in the transaction of it. */
export async function followKind(job: string, action: string, what: { before?: object; after: object }): Promise<void> {
  invalidateHeldKinds();
  for (const [pass, delayMs] of PASSES_MS.entries())
    await enqueue(applyKindHoldJob, { job, pass }, { delayMs, replace: true });
  await recordOperation({ module: "infra", action, bizId: job, ...what });
  invalidateReads();
}

/** A job without a row waits in Redis alone, where nothing holds it back. */
export const canBeHeld = (job: JobDefinition | undefined): boolean =>
  job !== undefined && !job.bestEffort && job.name !== applyKindHoldJob.name;

/** BadInput (400) for a kind that nobody knows or that has no rows. */
export function holdable(name: string): JobDefinition {
  const definition = findJob(name);
  if (!definition) throw errors.BadInput({ field: "job", reason: "no such kind of job" });
  if (definition.bestEffort) throw errors.BadInput({ field: "job", reason: "its jobs have no rows to hold" });
  if (!canBeHeld(definition)) throw errors.BadInput({ field: "job", reason: "it is what releases others" });
  return definition;
}

/** What members and merchants wait for, by what the jobs are about. */
const things: Record<string, Thing> = {
  refundId: { one: "refund", many: "refunds", zh: "退款" },
  orderId: { one: "order", many: "orders", zh: "订单" },
  payOrderId: { one: "payment", many: "payments", zh: "支付单" },
  attemptId: { one: "payment attempt", many: "payment attempts", zh: "支付请求" },
  callbackId: { one: "callback", many: "callbacks", zh: "支付回调" },
  notifyId: { one: "notice to a merchant", many: "notices to merchants", zh: "商户通知" },
};
interface Thing {
  one: string;
  many: string;
  zh: string;
}
const anyThing: Thing = { one: "job", many: "jobs", zh: "任务" };
const MOST_COUNTED = 100_000;

/** How many of what wait in the open jobs of a kind, of those that are due by then if it is given. */
export async function waitingThings(
  { name: job, queue: openQueue }: JobDefinition,
  dueBy?: Date,
): Promise<{ count: number; thing: Thing }> {
  const open = { openQueue, job, ...(dueBy ? { dueAt: { $lte: dueBy } } : {}) };
  const [count, some] = await Promise.all([
    OutboxModel.countDocuments(open, { limit: MOST_COUNTED }),
    OutboxModel.findOne({ openQueue, job }, { about: 1 }).lean<Pick<OutboxRow, "about">>(),
  ]);
  const kind = Object.keys(some?.about ?? {}).find((name) => name in things);
  return { count, thing: kind ? things[kind]! : anyThing };
}
