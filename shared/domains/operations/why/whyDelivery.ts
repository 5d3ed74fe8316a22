import type { DeliveryFacts as PayFacts } from "#shared/domains/pay/index.js";
import type { DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { NotifyStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { say, wordsOf, type Phrase, type Why } from "./why.js";
import { whyItsJob, type JobFacts } from "./whyJob.js";

export interface DeliveryFacts extends PayFacts {
  /** The job of its next try; null: there is none. */
  job: JobFacts | null;
}

/** Why a merchant has, or has not yet, taken a notification. */
export const whyDelivery = (facts: DeliveryFacts, now: Date): Why => ofStates[facts.task.status](facts, now);

type WhyOfState = (facts: DeliveryFacts, now: Date) => Why;

const waiting: WhyOfState = (facts, now) => {
  const { task, host, job, revivedAt } = facts;
  const { host: name, tries, ladderFrom, tryingUntil } = task;
  const failed = tries - ladderFrom;
  const replay = { act: "notify.replay", id: task._id } as const;
  if (tryingUntil && tryingUntil > now)
    return { state: "runs", phrases: [say("deliveryRuns", { host: name, tries: tries + 1 })], acts: [] };
  const ofJob = job && whyItsJob(job, now);
  // Of its own job the sentence says only what keeps the try away from the host.
  if (ofJob && (ofJob.state === "stands" || ofJob.state === "failed"))
    return { ...ofJob, acts: ofJob.state === "failed" ? [...ofJob.acts, replay] : ofJob.acts };
  if (!job && task.nextTryAt && task.nextTryAt <= now)
    return {
      state: "waits",
      phrases: [say("jobLost", { job: "pay.reviveNotify", at: revivedAt }), others(facts)],
      acts: [replay],
    };
  if (host?.pausedUntil && host.pausedUntil > now)
    return {
      state: "waits",
      phrases: [
        say("hostPaused", { host: name, count: host.failures, at: host.pausedUntil }),
        ...lastAnswer(facts),
        next(task.nextTryAt, host.pausedUntil, now),
        others(facts),
      ],
      acts: [replay],
    };
  if (task.inLineSince)
    return {
      state: "waits",
      phrases: [say("hostFull", { host: name, at: task.inLineSince }), ...lastAnswer(facts), others(facts)],
      acts: [],
    };
  if (failed > 0)
    return {
      state: "waits",
      phrases: [
        say("hostFailed", { host: name, tries: failed, words: answerOf(facts.lastTry) }),
        next(task.nextTryAt, now, now),
        ...(facts.triesLeft > 0 ? [say("triesLeft", { count: facts.triesLeft })] : []),
        others(facts),
      ],
      acts: [replay],
    };
  return {
    state: "runs",
    phrases: [tries > 0 ? say("deliveryAgain", { host: name }) : say("deliveryBegins", { host: name })],
    acts: [],
  };
};

const ofStates: Record<NotifyStatus, WhyOfState> = {
  [NotifyStatus.waiting]: waiting,
  [NotifyStatus.delivered]: ({ task }) => ({
    state: "done",
    phrases: [say("delivered", { host: task.host, at: task.lastTryAt, tries: task.tries })],
    acts: [],
  }),
  [NotifyStatus.abandoned]: ({ task, lastTry }) => ({
    state: "failed",
    phrases: [
      say("abandoned", { at: task.lastTryAt, tries: task.tries, host: task.host, words: answerOf(lastTry) }),
      say("untilSentAgain"),
    ],
    acts: [{ act: "notify.replay", id: task._id }],
  }),
};

/** A paused host gets no try before its pause is over, whatever the time of the try. */
function next(tryAt: Date | null, notBefore: Date, now: Date): Phrase {
  const at = tryAt && tryAt > notBefore ? tryAt : notBefore;
  return at > now ? say("nextTry", { at }) : say("nextTryNow");
}

const others = ({ others: count }: DeliveryFacts): Phrase =>
  count > 0 ? say("othersAtHost", { count }) : say("nothingElse");

const lastAnswer = ({ lastTry }: DeliveryFacts): Phrase[] =>
  lastTry ? [say("lastAnswer", { words: answerOf(lastTry) })] : [];

const answerOf = (one: DeliveryTryDoc | null): string =>
  wordsOf(one && one.status !== null ? `HTTP ${one.status}` : null, one?.body);
