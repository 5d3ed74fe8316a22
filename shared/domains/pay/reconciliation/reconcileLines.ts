import type { BillRow } from "#shared/providers/pay/port.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import { environmentMerchantId } from "../channel/channelMerchants.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { channelKinds } from "../channel/payChannel.codes.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { paymentsAbsent, refundsAbsent } from "./reconcileAbsent.js";
import type { DifferenceDoc, ReconciliationDoc, Statement } from "./reconciliation.model.js";
import { AttemptStatus, PayRefundStatus } from "../order/payOrder.states.js";

export type Difference = Pick<
  DifferenceDoc,
  | "kind"
  | "no"
  | "refundNo"
  | "channelOrderNo"
  | "channelRefundNo"
  | "payOrderId"
  | "attemptId"
  | "refundId"
  | "channelId"
  | "hereFen"
  | "thereFen"
  | "note"
>;
export type Sums = Pick<
  ReconciliationDoc,
  | "therePayments"
  | "therePaymentFen"
  | "thereRefunds"
  | "thereRefundFen"
  | "thereFeeFen"
  | "herePayments"
  | "herePaymentFen"
  | "hereRefunds"
  | "hereRefundFen"
  | "equalLines"
>;
export interface Comparison {
  sums: Sums;
  differences: Difference[];
}

/** A line of a statement with our records of it. */
export interface KnownLine {
  row: BillRow;
  attempt: PayAttemptDoc | null;
  refund: PayRefundDoc | null;
}

const BATCH = 500;
/** Each line with its attempt and refund, looked up in batches, as a day may have a hundred thousand lines. */
export async function* knownLines(statement: Statement, rows: readonly BillRow[]): AsyncGenerator<KnownLine> {
  for (let from = 0; from < rows.length; from += BATCH) {
    checkpoint();
    const batch = rows.slice(from, from + BATCH);
    const nos = [...new Set(batch.map(({ no }) => no))];
    const refundNos = batch.map(({ refundNo }) => refundNo).filter((no) => no !== null);
    const attempts = await PayAttemptModel.find({ no: { $in: nos } }).lean<PayAttemptDoc[]>();
    const refunds = await PayRefundModel.find({ no: { $in: refundNos } }).lean<PayRefundDoc[]>();
    const attemptOf = new Map(attempts.map((attempt) => [attempt.no, attempt]));
    const refundOf = new Map(refunds.map((refund) => [refund.no, refund]));
    for (const row of batch) {
      const attempt = attemptOf.get(row.no) ?? null;
      const whose = attempt ? ownerOf(statement, attempt) : "nobody";
      // An Alipay account's statement contains the trades of all its applications: skip those of the others.
      if (whose === "another") continue;
      const refund = (row.refundNo === null ? undefined : refundOf.get(row.refundNo)) ?? null;
      const isOwn = whose === "this";
      yield {
        row,
        attempt: isOwn ? attempt : null,
        refund: refund?.attemptId === attempt?._id && isOwn ? refund : null,
      };
    }
  }
}

function ownerOf({ family, merchantId }: Statement, attempt: PayAttemptDoc): "this" | "another" | "nobody" {
  if (channelKinds[attempt.channelCode].family !== family) return "nobody";
  if ((attempt.merchantId ?? environmentMerchantId(family)) === merchantId) return "this";
  return family === "payplat" ? "another" : "nobody";
}

/**
 * Compares a statement with our records, read-only. `failedThere`: refunds in the statement that the provider now
 * reports as failed.
 */
export async function compareLines(
  statement: Statement,
  rows: readonly BillRow[],
  failedThere: ReadonlySet<string> = new Set(),
): Promise<Comparison> {
  const sums: Sums = {
    therePayments: 0,
    therePaymentFen: 0,
    thereRefunds: 0,
    thereRefundFen: 0,
    thereFeeFen: 0,
    herePayments: 0,
    herePaymentFen: 0,
    hereRefunds: 0,
    hereRefundFen: 0,
    equalLines: 0,
  };
  const differences: Difference[] = [];
  const there = new Set<string>();
  const add = (difference: Difference | null): void => {
    if (difference) differences.push(difference);
    else sums.equalLines += 1;
  };
  for await (const line of knownLines(statement, rows)) {
    const { row, attempt, refund } = line;
    sums.thereFeeFen += row.feeFen;
    there.add(row.refundNo ?? row.no);
    if (row.kind === "payment") {
      sums.therePayments += 1;
      sums.therePaymentFen += row.amountFen;
      if (attempt && isPaid(attempt)) countPayment(sums, attempt);
      add(paymentDifference(line));
    } else {
      sums.thereRefunds += 1;
      sums.thereRefundFen += row.amountFen;
      if (refund) countRefund(sums, refund);
      add(refundDifference(line, failedThere));
    }
  }
  for (const attempt of await paymentsAbsent(statement, there)) {
    countPayment(sums, attempt);
    differences.push(absentPayment(attempt));
  }
  for (const { refund, attempt } of await refundsAbsent(statement, there)) {
    countRefund(sums, refund);
    differences.push(absentRefund(refund, attempt));
  }
  return { sums, differences };
}

function countPayment(sums: Sums, { paidFen }: PayAttemptDoc): void {
  sums.herePayments += 1;
  sums.herePaymentFen += paidFen ?? 0;
}
function countRefund(sums: Sums, { refundFen }: PayRefundDoc): void {
  sums.hereRefunds += 1;
  sums.hereRefundFen += refundFen;
}

export const isPaid = ({ channelOrderNo }: PayAttemptDoc): boolean => channelOrderNo !== null;

const fromLine = ({ row, attempt, refund }: KnownLine) => ({
  no: row.no,
  refundNo: row.refundNo,
  channelOrderNo: row.channelOrderNo,
  channelRefundNo: row.channelRefundNo,
  payOrderId: attempt?.payOrderId ?? null,
  attemptId: attempt?._id ?? null,
  channelId: attempt?.channelId ?? null,
  refundId: refund?._id ?? null,
  thereFen: row.amountFen,
});

/** Null when the statement and our records agree. */
function paymentDifference(line: KnownLine): Difference | null {
  const { row, attempt } = line;
  const common = fromLine(line);
  if (!attempt) return { ...common, kind: "paymentUnknown", hereFen: null, note: "paid there, unknown here" };
  const hereFen = attempt.paidFen;
  if (!isPaid(attempt)) {
    const note = `paid there, ${attempt.status === AttemptStatus.waiting ? "waiting" : "closed"} here`;
    return { ...common, kind: "statusDiffers", hereFen, note };
  }
  if (hereFen !== row.amountFen) return { ...common, kind: "amountDiffers", hereFen, note: "" };
  if (attempt.channelOrderNo !== row.channelOrderNo)
    return { ...common, kind: "statusDiffers", hereFen, note: `the payment here is ${attempt.channelOrderNo}` };
  return null;
}

function refundDifference(line: KnownLine, failedThere: ReadonlySet<string>): Difference | null {
  const { row, refund } = line;
  const common = fromLine(line);
  if (!refund) return { ...common, kind: "refundUnknown", hereFen: null, note: "given back there, unknown here" };
  const hereFen = refund.refundFen;
  if (hereFen !== row.amountFen) return { ...common, kind: "amountDiffers", hereFen, note: "" };
  // A refund still under way here is no difference: chaseRefunds ends it.
  if (refund.status === PayRefundStatus.failed && !failedThere.has(refund.no))
    return { ...common, kind: "statusDiffers", hereFen, note: "given back there, failed here" };
  return null;
}

const absentPayment = (attempt: PayAttemptDoc): Difference => ({
  kind: "paymentAbsent",
  no: attempt.no,
  refundNo: null,
  channelOrderNo: attempt.channelOrderNo,
  channelRefundNo: null,
  payOrderId: attempt.payOrderId,
  attemptId: attempt._id,
  channelId: attempt.channelId,
  refundId: null,
  hereFen: attempt.paidFen,
  thereFen: null,
  note: "paid here, not in the statement",
});

const absentRefund = (refund: PayRefundDoc, attempt: PayAttemptDoc): Difference => ({
  kind: "refundAbsent",
  no: attempt.no,
  refundNo: refund.no,
  channelOrderNo: attempt.channelOrderNo,
  channelRefundNo: refund.channelRefundNo,
  payOrderId: refund.payOrderId,
  attemptId: attempt._id,
  channelId: attempt.channelId,
  refundId: refund._id,
  hereFen: refund.refundFen,
  thereFen: null,
  note: "given back here, not in the statement",
});
