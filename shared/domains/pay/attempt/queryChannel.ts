import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { clientFor } from "../channel/channelClients.js";
import { over, PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { channelKinds } from "../channel/payChannel.codes.js";
import { attemptStates, AttemptStatus } from "../order/payOrder.states.js";
import { settlePayment } from "../order/settlePayment.js";
import { listRefundedThere } from "../refund/refundedThere.js";
import { dropWalletPart } from "./walletPart.js";

/** The state of an attempt after its channel was queried. */
type ChannelState = "paid" | "waiting" | "closed";

/**
 * Queries an attempt's channel: settles what is paid there, closes what is closed there. "waiting" also covers a
 * payment that the channel never saw. Throws ChannelRefused, ChannelUnsure.
 */
export async function queryChannel(attempt: PayAttemptDoc): Promise<ChannelState> {
  const found = await (await clientFor(attempt)).query(attempt.no);
  if (found.state === "paid") {
    const { family } = channelKinds[attempt.channelCode];
    const { state: _, ...payment } = found;
    await settlePayment({ family, merchantId: attempt.merchantId, no: attempt.no, ...payment });
    // A payment that must not count was refunded, which closed the attempt.
    const counts = await PayAttemptModel.exists({ _id: attempt._id, status: AttemptStatus.paid });
    return counts ? "paid" : "closed";
  }
  if (found.state === "closed") {
    await endAttempt(attempt);
    return "closed";
  }
  if (found.state !== "refunded") return "waiting";
  // Paid and refunded by hand at the channel before we heard of it: it never counts, and is listed.
  await inTransaction(async () => {
    if (!(await PayAttemptModel.exists({ _id: attempt._id, channelOrderNo: null }))) return;
    await listRefundedThere({ paymentNo: attempt.no, no: null, refundFen: attempt.amountFen });
    await endAttempt(attempt);
  });
  return "closed";
}

/** Closes an attempt at its channel and here. "paid": it was paid before it could be closed, and has settled. */
export async function closeAtChannel(attempt: PayAttemptDoc): Promise<"closed" | "paid"> {
  const client = await clientFor(attempt);
  if ((await client.close(attempt.no)) === "paid") {
    const state = await queryChannel(attempt);
    if (state === "waiting") throw new Error(`${attempt.no} is paid for the closing call and waiting for the query`);
    return state;
  }
  await endAttempt(attempt);
  return "closed";
}

/** Closes an attempt here and releases its wallet part; no-op when it is closed or paid. */
export async function endAttempt(attempt: PayAttemptDoc): Promise<void> {
  const where = { _id: attempt._id };
  const set = over(attempt._id);
  await inTransaction(async () => {
    if (
      await moveState(PayAttemptModel, attemptStates, {
        where,
        from: AttemptStatus.waiting,
        to: AttemptStatus.closed,
        set,
      })
    )
      await dropWalletPart(attempt);
  });
}
