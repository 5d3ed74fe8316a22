import { ChannelRefused, ChannelUnsure, type BillRow } from "#shared/providers/pay/port.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import { log } from "#shared/kernel/observability/log.js";
import { queryChannel } from "../attempt/queryChannel.js";
import { clientFor } from "../channel/channelClients.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import type { PayRefundDoc } from "../refund/payRefund.model.js";
import { refundAtChannel } from "../refund/refundAtChannel.js";
import { isPaid, knownLines, type KnownLine } from "./reconcileLines.js";
import type { Statement } from "./reconciliation.model.js";
import { AttemptStatus, PayRefundStatus } from "../order/payOrder.states.js";

/** A payment that nobody had told us of, and what became of it. */
type HeardPayment = (line: KnownLine, endedBy: "settled" | "returned") => Promise<void>;

/**
 * A statement only shows where to look: what it knows and we do not is asked at the channel, and its answer settles, gives
 * back or ends the refund as any other answer does. A channel in trouble leaves the line a difference. Answers the numbers
 * of refunds in the statement of which the provider says now that they failed.
 */
export async function hearUnheard(
  statement: Statement,
  rows: readonly BillRow[],
  onPayment: HeardPayment,
): Promise<Set<string>> {
  const failed = new Set<string>();
  for await (const line of knownLines(statement, rows)) {
    try {
      if (await hear(line, onPayment)) failed.add(line.refund!.no);
    } catch (error) {
      if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
      log.warn({ no: line.row.no, code: error.code }, "a line of the statement could not be asked about");
      // Nobody there: the others would wait for nothing.
      if (error instanceof ChannelUnsure && !error.answered) break;
    }
  }
  return failed;
}

/** True of a refund that failed there. */
async function hear(line: KnownLine, onPayment: HeardPayment): Promise<boolean> {
  const { row, attempt, refund } = line;
  if (row.kind === "payment") {
    if (!attempt || isPaid(attempt)) return false;
    checkpoint();
    await queryChannel(attempt);
    const after = await PayAttemptModel.findById(attempt._id).lean<PayAttemptDoc>();
    if (after && isPaid(after)) await onPayment(line, after.status === AttemptStatus.paid ? "settled" : "returned");
    return false;
  }
  if (refund?.status === PayRefundStatus.underWay) await refundAtChannel(refund._id);
  return attempt !== null && refund?.status === PayRefundStatus.failed && (await failedThere(attempt, refund));
}

async function failedThere(attempt: PayAttemptDoc, refund: PayRefundDoc): Promise<boolean> {
  const found = await (await clientFor(attempt)).queryRefund(refund.no, attempt.no);
  return found.state === "failed";
}
