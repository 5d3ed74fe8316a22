import { ChannelRefused, ChannelUnsure, type BillRow } from "#shared/providers/pay/port.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import { log } from "#shared/kernel/observability/log.js";
import { queryChannel } from "../attempt/queryChannel.js";
import { clientFor } from "../channel/channelClients.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import type { PayRefundDoc } from "../refund/payRefund.model.js";
import { finishRefund } from "../refund/finishRefund.js";
import { refundAtChannel } from "../refund/refundAtChannel.js";
import { isPaid, knownLines, type KnownLine } from "./reconcileLines.js";
import type { Statement } from "./reconciliation.model.js";
import { AttemptStatus, PayRefundStatus } from "../order/payOrder.states.js";

/** Receives a payment of which no callback had come, and its outcome. */
type OnSettled = (line: KnownLine, endedBy: "settled" | "returned") => Promise<void>;

/**
 * Queries the channel about lines of a statement that are not settled here, and applies its response as any other
 * query's. A failing channel leaves the line a difference. Returns the numbers of refunds in the statement that the
 * provider now reports as failed.
 */
export async function queryUnsettled(
  statement: Statement,
  rows: readonly BillRow[],
  onSettled: OnSettled,
): Promise<Set<string>> {
  const failed = new Set<string>();
  for await (const line of knownLines(statement, rows)) {
    try {
      if (await queryLine(line, onSettled)) failed.add(line.refund!.no);
    } catch (error) {
      if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
      log.warn({ no: line.row.no, code: error.code }, "a line of the statement could not be queried");
      // The channel is unreachable: the other lines would wait in vain.
      if (error instanceof ChannelUnsure && !error.answered) break;
    }
  }
  return failed;
}

/** True for a refund that failed at the provider. */
async function queryLine(line: KnownLine, onSettled: OnSettled): Promise<boolean> {
  const { row, attempt, refund } = line;
  if (row.kind === "payment") {
    if (!attempt || isPaid(attempt)) return false;
    checkpoint();
    await queryChannel(attempt);
    const after = await PayAttemptModel.findById(attempt._id).lean<PayAttemptDoc>();
    if (after && isPaid(after)) await onSettled(line, after.status === AttemptStatus.paid ? "settled" : "returned");
    return false;
  }
  if (refund?.status === PayRefundStatus.underWay) await refundAtChannel(refund._id);
  return attempt !== null && refund?.status === PayRefundStatus.failed && (await failedThere(attempt, refund));
}

/** A refund that is booked as failed and was given back there is booked here. */
async function failedThere(attempt: PayAttemptDoc, refund: PayRefundDoc): Promise<boolean> {
  const found = await (await clientFor(attempt)).queryRefund(refund.no, attempt.no);
  await finishRefund(refund, found);
  return found.state === "failed";
}
