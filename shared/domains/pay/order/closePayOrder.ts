import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { payErrors } from "../pay.errors.js";
import { closeAttemptJob } from "../pay.jobs.js";
import { PayOrderModel } from "./payOrder.model.js";
import { findPayOrder, openAttempts } from "./payOrder.queries.js";
import { payOrderStates, PayStatus } from "./payOrder.states.js";
import { dropWalletPart } from "../attempt/walletPart.js";

/**
 * Closes a waiting pay order, in the caller's transaction, without querying the channel (rules: Orders): a job closes
 * it there, and a payment that still arrives is refunded. "alreadyPaid": nothing was changed. Idempotent.
 */
export async function closePayOrder(payOrderId: number): Promise<"closed" | "alreadyPaid"> {
  return inTransaction(async () => {
    const moved = await moveState(PayOrderModel, payOrderStates, {
      where: { _id: payOrderId },
      from: PayStatus.waiting,
      to: PayStatus.closed,
    });
    if (moved) {
      await abandonAttempts(payOrderId);
      return "closed";
    }
    const order = await findPayOrder(payOrderId);
    if (!order) throw payErrors.PayOrderNotFound();
    return order.status === PayStatus.closed ? "closed" : "alreadyPaid";
  });
}

/** Changes the payment deadline. Throws 1007002001 when the order is no longer waiting. */
export async function movePayOrderExpiry(payOrderId: number, expireAt: Date): Promise<void> {
  const { matchedCount } = await PayOrderModel.updateOne(
    { _id: payOrderId, status: PayStatus.waiting },
    { $set: { expireAt } },
  );
  if (matchedCount === 0) throw payErrors.PayOrderNotWaiting();
}

/**
 * Changes the whole price: attempts at the old one are closed at the channel and their wallet parts released. Throws
 * 1007002001 unless waiting.
 */
export async function changePayOrderPrice(payOrderId: number, priceFen: number): Promise<void> {
  await inTransaction(async () => {
    const { matchedCount } = await PayOrderModel.updateOne(
      { _id: payOrderId, status: PayStatus.waiting },
      { $set: { priceFen, walletPartFen: 0 } },
    );
    if (matchedCount === 0) throw payErrors.PayOrderNotWaiting();
    await abandonAttempts(payOrderId);
  });
}

/**
 * Abandons the open attempts but `except`: releases their wallet parts at once and enqueues their close at the channel.
 * In the caller's transaction.
 */
export async function abandonAttempts(payOrderId: number, except?: number): Promise<void> {
  for (const attempt of await openAttempts(payOrderId)) {
    if (attempt._id === except) continue;
    await dropWalletPart(attempt);
    await enqueue(closeAttemptJob, { attemptId: attempt._id });
  }
}
