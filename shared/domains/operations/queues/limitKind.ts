import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { intervalOf, KindLimitModel, timesFrom, type KindLimit } from "#shared/kernel/outbox/kindLimits.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { isOfMoneyOrOrders } from "#shared/kernel/queue/queueNames.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { queueErrors } from "./queue.errors.js";
import { followKind, holdable, waitingThings } from "./steerKind.js";

interface LimitKindInput {
  job: string;
  perMinute: number;
  reason: string;
  operatorId: number;
  isConfirmed: boolean;
}

/**
 * So many jobs of this kind start in a minute at most, over all processes, tries again too, and others of its queue go on;
 * what is more waits for its turn in the outbox, the oldest first. A limit that there is gets the new number. BadInput (400)
 * for a kind that nobody knows or that has no rows; KindLimitUnconfirmed where money or orders would be delayed.
 */
export async function limitKind({ job, perMinute, reason, operatorId, isConfirmed }: LimitKindInput): Promise<true> {
  const definition = holdable(job);
  if (isOfMoneyOrOrders(definition.queue) && !isConfirmed && !(await isRaise(job, perMinute)))
    throw await warningOf(definition, perMinute);
  await inTransaction(async () => {
    const before = await KindLimitModel.findById(job).lean<KindLimit>();
    const limit = { perMinute, intervalMs: intervalOf(perMinute), operatorId, reason, at: clock.now() };
    await KindLimitModel.updateOne(
      { _id: job },
      { $set: { ...limit, ...timesFrom(before, perMinute) } },
      { upsert: true },
    );
    await followKind(job, "queue.limitKind", {
      ...(before ? { before: { perMinute: before.perMinute } } : {}),
      after: { perMinute, reason },
    });
  });
  return true;
}

/** Those that wait begin within seconds. BadInput (400), KindNotLimited. */
export async function unlimitKind({ job, reason }: Pick<LimitKindInput, "job" | "reason">): Promise<true> {
  holdable(job);
  await inTransaction(async () => {
    const before = await KindLimitModel.findById(job).lean<KindLimit>();
    const { deletedCount } = await KindLimitModel.deleteOne({ _id: job });
    if (!before || deletedCount === 0) throw queueErrors.KindNotLimited({ job });
    await followKind(job, "queue.unlimitKind", { before: { perMinute: before.perMinute }, after: { reason } });
  });
  return true;
}

async function isRaise(job: string, perMinute: number): Promise<boolean> {
  const before = await KindLimitModel.findById(job).lean<KindLimit>();
  return before !== null && perMinute >= before.perMinute;
}

async function warningOf(definition: JobDefinition, perMinute: number) {
  const { count, thing } = await waitingThings(definition, clock.now());
  const isZh = currentLanguage() === "zh";
  const what = isZh
    ? `${count} 个${thing.zh}正在等待`
    : `${count} ${count === 1 ? `${thing.one} waits` : `${thing.many} wait`}`;
  const span = spanOf(count / perMinute)[isZh ? "zh" : "en"];
  const takes = isZh ? `处理完${span}` : `${count === 1 ? "it takes" : "they take"} ${span}`;
  return queueErrors.KindLimitUnconfirmed({ what, perMinute, takes });
}

const UNITS = [
  { minutes: 1_440, en: ["day", "days"], zh: "天" },
  { minutes: 60, en: ["hour", "hours"], zh: "小时" },
  { minutes: 1, en: ["minute", "minutes"], zh: "分钟" },
] as const;

/** In the largest unit of which it has two, rounded up. */
function spanOf(minutes: number): { en: string; zh: string } {
  if (minutes < 1) return { en: "less than a minute", zh: "不到 1 分钟" };
  const { minutes: unit, en, zh } = UNITS.find((one) => minutes >= 2 * one.minutes) ?? UNITS[2];
  const count = Math.ceil(minutes / unit);
  return { en: `about ${count} ${count === 1 ? en[0] : en[1]}`, zh: `约需 ${count} ${zh}` };
}
