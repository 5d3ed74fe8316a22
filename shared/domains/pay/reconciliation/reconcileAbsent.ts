import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { boundsOf, dayOf } from "./reconcileDays.js";
import { attemptsOf } from "./reconcileMerchants.js";
import { ReconciliationModel, SeenLineModel, type SeenLineDoc, type Statement } from "./reconciliation.model.js";
import { PayRefundStatus } from "../order/payOrder.states.js";

export const seenId = ({ family, merchantId }: Statement, no: string): string => `${family} ${merchantId} ${no}`;

/** Which of these numbers were in another day's statement. */
async function seenElsewhere(statement: Statement, nos: string[]): Promise<Set<string>> {
  const ids = nos.map((no) => seenId(statement, no));
  const rows = await SeenLineModel.find({ _id: { $in: ids }, day: { $ne: statement.day } }).lean<SeenLineDoc[]>();
  return new Set(rows.map(({ _id }) => _id));
}

const paidOn = (statement: Statement) => {
  const { from, to } = boundsOf(statement.day);
  return { ...attemptsOf(statement), paidAt: { $gte: from, $lt: to }, channelOrderNo: { $ne: null } };
};

/** Whether we have payments of the day, counted or refunded ones. */
export async function hasPayments(statement: Statement): Promise<boolean> {
  return (await PayAttemptModel.exists(paidOn(statement))) !== null;
}

/** Our payments of the day that are in no statement. `there`: the numbers in the day's own. */
export async function paymentsAbsent(statement: Statement, there: ReadonlySet<string>): Promise<PayAttemptDoc[]> {
  const absent: PayAttemptDoc[] = [];
  for await (const attempt of PayAttemptModel.find(paidOn(statement)).lean<PayAttemptDoc[]>().cursor())
    if (!there.has(attempt.no)) absent.push(attempt as unknown as PayAttemptDoc);
  const elsewhere = await seenElsewhere(
    statement,
    absent.map(({ no }) => no),
  );
  return absent.filter(({ no }) => !elsewhere.has(seenId(statement, no)));
}

interface OwnRefund {
  refund: PayRefundDoc;
  attempt: PayAttemptDoc;
}

/** The same for refunds that succeeded on the day. */
export async function refundsAbsent(statement: Statement, there: ReadonlySet<string>): Promise<OwnRefund[]> {
  const { from, to } = boundsOf(statement.day);
  const where = {
    status: PayRefundStatus.succeeded,
    refundFen: { $gt: 0 },
    successAt: { $gte: from, $lt: to },
    // No channel knows of those.
    paidOutsideFen: null,
    toWalletFen: null,
  };
  const missing = (await PayRefundModel.find(where).lean<PayRefundDoc[]>()).filter(({ no }) => !there.has(no));
  const attempts = await PayAttemptModel.find({
    _id: { $in: missing.map(({ attemptId }) => attemptId) },
    ...attemptsOf(statement),
  }).lean<PayAttemptDoc[]>();
  const attemptOf = new Map(attempts.map((attempt) => [attempt._id, attempt]));
  const elsewhere = await seenElsewhere(
    statement,
    missing.map(({ no }) => no),
  );
  const { family, merchantId } = statement;
  const read = await ReconciliationModel.distinct("day", { family, merchantId, comparedAt: { $ne: null } });
  const wasRead = new Set([...read, statement.day]);
  return missing.flatMap((refund) => {
    const attempt = attemptOf.get(refund.attemptId);
    if (!attempt || elsewhere.has(seenId(statement, refund.no))) return [];
    // WeChat Pay lists a refund on the day of its request, whose statement may be older than the first one read.
    const requestedOn = dayOf(refund.requestedAt ?? refund.createdAt);
    return wasRead.has(requestedOn) ? [{ refund, attempt }] : [];
  });
}
