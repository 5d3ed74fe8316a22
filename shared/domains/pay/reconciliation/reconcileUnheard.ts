import { ChannelRefused, ChannelUnsure, type BillRow } from "#shared/integrations/payChannel.js";
import { log } from "#shared/platform/log.js";
import { askChannel } from "../askChannel.js";
import { adapterFor } from "../channel/channelAdapters.js";
import { PayAttemptModel, type PayAttemptDoc } from "../payAttempt.model.js";
import type { PayRefundDoc } from "../refund/payRefund.model.js";
import { refundAtChannel } from "../refund/refundAtChannel.js";
import { isPaid, knownLines, type KnownLine } from "./reconcileLines.js";
import type { Statement } from "./reconciliation.model.js";

export interface Heard {
  /** Payments that nobody had told us of, and what became of them. */
  payments: { line: KnownLine; endedBy: "settled" | "returned" }[];
  /** Refunds in the statement of which the platform says now that they failed. */
  failedThere: Set<string>;
}

/**
 * A statement only shows where to look: what it knows and we do not is asked at the channel, and its answer settles, gives
 * back or ends the refund as any other answer does. A channel in trouble leaves the line a difference.
 */
export async function hearUnheard(statement: Statement, rows: readonly BillRow[]): Promise<Heard> {
  const heard: Heard = { payments: [], failedThere: new Set() };
  for await (const line of knownLines(statement, rows)) {
    try {
      await hear(line, heard);
    } catch (error) {
      if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
      log.warn({ no: line.row.no, code: error.code }, "a line of the statement could not be asked about");
      // Nobody there: the others would wait for nothing.
      if (error instanceof ChannelUnsure && !error.answered) break;
    }
  }
  return heard;
}

async function hear(line: KnownLine, heard: Heard): Promise<void> {
  const { row, attempt, refund } = line;
  if (row.kind === "payment") {
    if (!attempt || isPaid(attempt)) return;
    await askChannel(attempt);
    const after = await PayAttemptModel.findById(attempt._id).lean<PayAttemptDoc>();
    if (after && isPaid(after)) heard.payments.push({ line, endedBy: after.status === 10 ? "settled" : "returned" });
    return;
  }
  if (refund?.status === 0) await refundAtChannel(refund._id);
  if (attempt && refund?.status === 20 && (await failedThere(attempt, refund))) heard.failedThere.add(refund.no);
}

async function failedThere(attempt: PayAttemptDoc, refund: PayRefundDoc): Promise<boolean> {
  const found = await (await adapterFor(attempt)).queryRefund(refund.no, attempt.no);
  return found.state === "failed";
}
