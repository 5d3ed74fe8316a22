import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { payErrors } from "../pay.errors.js";
import { closeAttemptJob } from "../pay.jobs.js";
import { PayOrderModel } from "./payOrder.model.js";
import { findPayOrder, openAttempts } from "./payOrder.queries.js";
import { payOrderStates, PayStatus } from "./payOrder.states.js";
import { dropWalletPart } from "../attempt/walletPart.js";

/**
 * Closes a waiting pay order here, in the caller's transaction, without asking the channel (rules: Orders): closing there
 * is a job, and money that still lands is given back. "alreadyPaid" changes nothing; a closed one stays closed.
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

/** The order may be paid until another moment. Throws 1007002001 when it no longer waits. */
export async function movePayOrderExpiry(payOrderId: number, expireAt: Date): Promise<void> {
  const { matchedCount } = await PayOrderModel.updateOne(
    { _id: payOrderId, status: PayStatus.waiting },
    { $set: { expireAt } },
  );
  if (matchedCount === 0) throw payErrors.PayOrderNotWaiting();
}

/**
 * Another price for the whole order: what was submitted for the old one is closed at the channel, and its wallet part
 * given free. Throws 1007002001 unless waiting.
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
 * The open attempts, but one, can no longer count: what they hold in the wallet is given free at once, and a job for each
 * has the channel close it. In the caller's transaction.
 */
export async function abandonAttempts(payOrderId: number, except?: number): Promise<void> {
  for (const attempt of await openAttempts(payOrderId)) {
    if (attempt._id === except) continue;
    await dropWalletPart(attempt);
    await enqueue(closeAttemptJob, { attemptId: attempt._id });
  }
}
