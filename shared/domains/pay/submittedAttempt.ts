import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { findPayOrder, storedContent } from "./payOrder.queries.js";
import type { DisplayMode } from "./payChannel.codes.js";
import type { PayStatus } from "./payOrder.states.js";

export interface SubmittedAttempt {
  /** Of the pay order. */
  status: PayStatus;
  displayMode: DisplayMode;
  displayContent: string;
}

/** What a submit answers once the channel opened the attempt; undefined as long as its answer is not stored. */
export async function submittedAttempt(attemptId: number): Promise<SubmittedAttempt | undefined> {
  const attempt = await PayAttemptModel.findOne({ _id: attemptId, open: true }).lean<PayAttemptDoc>();
  const displayContent = attempt ? await storedContent(attempt) : undefined;
  const order = attempt ? await findPayOrder(attempt.payOrderId) : null;
  if (!attempt || !order || displayContent === undefined) return undefined;
  return { status: order.status, displayMode: attempt.displayMode, displayContent };
}
