import { isPayableOutside, isPayableToWallet, refundHasEnded, type PayRefundDoc } from "#shared/domains/pay/index.js";
import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { say, withParts, wordsOf, type Why, type WhyAct } from "./why.js";
import { isOnItsWay, troublesOfJobs, type JobFacts } from "./whyJob.js";

export interface RefundFacts {
  refund: PayRefundDoc;
  /** Those that ask the channel; none is open while nothing is to be asked. */
  jobs: readonly JobFacts[];
  /** Other refunds that wait for the merchant with the same code of the channel. */
  others: number;
}

/** Why the member has, or has not yet, the money of a refund. */
export function whyRefund(facts: RefundFacts, now: Date): Why {
  const why = ofStates[facts.refund.status](facts);
  const { refund, jobs } = facts;
  if (refundHasEnded(refund)) return why;
  return withParts(withQuery(why, facts, now), troublesOfJobs(jobs, now));
}

/** The channel can be asked at once, and is told to be while it is. */
function withQuery(why: Why, { refund, jobs }: RefundFacts, now: Date): Why {
  // One that is about to be sent is not there yet.
  if (!refund.requestedAt) return why;
  if (!jobs.some((job) => isOnItsWay(job, now)))
    return { ...why, acts: [...why.acts, { act: "refund.query", id: refund._id }] };
  return { ...why, state: "runs", phrases: [...why.phrases, say("refundIsAsked")] };
}

type WhyOfState = (facts: RefundFacts) => Why;

const underWay: WhyOfState = (facts) => {
  const { refund } = facts;
  if (refund.needsMerchant) return needsMerchant(facts);
  if (!refund.requestedAt) return { state: "runs", phrases: [say("refundBegins"), say("refundKeepsOthers")], acts: [] };
  return {
    state: "waits",
    phrases: [
      say("refundAtChannel", { at: refund.requestedAt }),
      say("refundAskedAgain", { at: refund.nextAskAt }),
      say("refundKeepsOthers"),
    ],
    acts: [],
  };
};

const needsMerchant: WhyOfState = ({ refund, others }) => {
  const { failureCode, failureReason, redirectTo, redirectError, channelRefundNo, nextAskAt } = refund;
  const words = wordsOf(failureCode, failureReason);
  const isRedirected = redirectTo !== null && redirectTo !== undefined;
  return {
    state: isRedirected && !redirectError ? "waits" : "stands",
    phrases: [
      channelRefundNo === null ? say("refundToppedUp", { words, at: nextAskAt }) : say("refundNeedsAccount", { words }),
      ...(isRedirected ? [say(redirectTo === "payer" ? "refundToOtherAccount" : "refundToShop")] : []),
      ...(redirectError ? [say("redirectRefused", { words: wordsOf(redirectError) })] : []),
      say("refundKeepsOthers"),
      ...(others > 0 ? [say("othersNeedMerchant", { count: others })] : []),
    ],
    acts: [
      ...(channelRefundNo === null ? [] : [{ act: "refund.redirect", id: refund._id } as const]),
      ...paidOtherwise(refund),
    ],
  };
};

const succeeded: WhyOfState = ({ refund }) => {
  const { paidOutsideFen, paidOutsideReason, toWalletFen, rechecksLeft = 0, inDoubt, nextAskAt, successAt } = refund;
  if ((toWalletFen ?? null) !== null) return { state: "done", phrases: [say("refundInWallet")], acts: [] };
  if ((paidOutsideFen ?? null) !== null)
    return { state: "done", phrases: [say("refundPaidOutside", { words: wordsOf(paidOutsideReason) })], acts: [] };
  if (inDoubt)
    return { state: "stands", phrases: [say("refundUndone", { at: nextAskAt })], acts: paidOtherwise(refund) };
  if (refund.toMerchant) return { state: "stands", phrases: [say("refundCameBack")], acts: paidOtherwise(refund) };
  return {
    state: "done",
    phrases: [
      say("refundDone", { at: successAt }),
      ...(rechecksLeft > 0 ? [say("refundRechecked", { count: rechecksLeft, at: nextAskAt })] : []),
    ],
    acts: [],
  };
};

const failed: WhyOfState = ({ refund }) => {
  const { replacedBy, inDoubt, failureCode, failureReason, nextAskAt } = refund;
  const words = wordsOf(failureCode, failureReason);
  if ((replacedBy ?? null) !== null)
    return { state: "done", phrases: [say("refundReplaced", { id: replacedBy })], acts: [] };
  if (inDoubt)
    return {
      state: "waits",
      phrases: [say("refundMayCome", { words, at: nextAskAt })],
      acts: paidOtherwise(refund),
    };
  return { state: "failed", phrases: [say("refundFailed", { words })], acts: paidOtherwise(refund) };
};

const ofStates: Record<PayRefundStatus, WhyOfState> = {
  [PayRefundStatus.underWay]: underWay,
  [PayRefundStatus.succeeded]: succeeded,
  [PayRefundStatus.failed]: failed,
};

const paidOtherwise = (refund: PayRefundDoc): WhyAct[] => [
  ...(isPayableToWallet(refund) ? [{ act: "refund.toWallet", id: refund._id } as const] : []),
  ...(isPayableOutside(refund) ? [{ act: "refund.payOutside", id: refund._id } as const] : []),
];
