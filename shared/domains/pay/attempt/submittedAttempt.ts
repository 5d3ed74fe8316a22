import { codePictureLink } from "./codePicture.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { findPayOrder, storedContent } from "../order/payOrder.queries.js";
import type { DisplayMode } from "../channel/payChannel.codes.js";
import type { PayStatus } from "../order/payOrder.states.js";

export interface SubmittedAttempt {
  /** The pay order's status. */
  status: PayStatus;
  /** Both null for a payment from the wallet: the client has nothing to open. */
  displayMode: DisplayMode | null;
  displayContent: string | null;
}

/** The response of a submit once the channel opened the attempt; undefined while that is not stored. */
export async function submittedAttempt(attemptId: number): Promise<SubmittedAttempt | undefined> {
  const attempt = await PayAttemptModel.findOne({ _id: attemptId, open: true }).lean<PayAttemptDoc>();
  const content = attempt ? await storedContent(attempt) : undefined;
  const order = attempt ? await findPayOrder(attempt.payOrderId) : null;
  if (!attempt?.contentId || !order || content === undefined) return undefined;
  const { displayMode, contentId } = attempt;
  const displayContent = displayMode === "qr_code_url" ? codePictureLink(contentId) : content;
  return { status: order.status, displayMode, displayContent };
}
