import type { PipelineStage } from "mongoose";
import { lookUpToSpend, type FoundToSpend } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { openSealed } from "#shared/kernel/security/sealed.js";
import { payErrors } from "../pay.errors.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { PayStatus, PayRefundStatus } from "./payOrder.states.js";

export async function findPayOrder(payOrderId: number): Promise<PayOrderDoc | null> {
  return PayOrderModel.findById(payOrderId).lean<PayOrderDoc>();
}

/** A stage that adds the pay order whose id is in `localField`, as `payOrders`: for a row that is read with it. */
export const lookUpPayOrder = (localField: string): PipelineStage.Lookup => ({
  $lookup: { from: PayOrderModel.collection.name, localField, foreignField: "_id", as: "payOrders" },
});

/** The paying members of these orders, in one query. */
export async function payersOf(payOrderIds: readonly number[]): Promise<Map<number, number>> {
  if (payOrderIds.length === 0) return new Map();
  const wanted = { _id: { $in: [...new Set(payOrderIds)] } };
  const orders = await PayOrderModel.find(wanted, { memberId: 1 }).lean<Pick<PayOrderDoc, "_id" | "memberId">[]>();
  return new Map(orders.map(({ _id, memberId }) => [_id, memberId]));
}

/** The member's own pay order. Throws 1007002000 for an absent one and for another member's alike. */
export async function ownPayOrder(memberId: number, payOrderId: number): Promise<PayOrderDoc> {
  const order = await PayOrderModel.findOne({ _id: payOrderId, memberId }).lean<PayOrderDoc>();
  if (!order) throw payErrors.PayOrderNotFound();
  return order;
}

/** The same, with its open attempts and what its member may spend. */
export async function ownPayOrderToSpend(
  memberId: number,
  payOrderId: number,
): Promise<{ order: PayOrderDoc; attempts: PayAttemptDoc[]; found: FoundToSpend }> {
  const [row] = await PayOrderModel.aggregate<PayOrderDoc & FoundToSpend & { attempts: PayAttemptDoc[] }>([
    { $match: { _id: payOrderId, memberId } },
    {
      $lookup: { from: PayAttemptModel.collection.name, localField: "_id", foreignField: "payOrderId", as: "attempts" },
    },
    ...lookUpToSpend,
  ]);
  if (!row) throw payErrors.PayOrderNotFound();
  const { attempts, wallets, passwords, ...order } = row;
  const open = attempts.filter((attempt) => attempt.open).sort((a, b) => a._id - b._id);
  return { order, attempts: open, found: { wallets, passwords } };
}

/** Throws unless the order is waiting to be paid and not expired (rules: Payment). */
export function checkPayable(order: PayOrderDoc): void {
  if (order.status === PayStatus.paid || order.status === PayStatus.refunded) throw payErrors.PayOrderPaid();
  if (order.status !== PayStatus.waiting) throw payErrors.PayOrderNotWaiting();
  if (order.expireAt <= clock.now()) throw payErrors.PayOrderExpired();
}

/** Paid wholly from the wallet: no provider holds any of its money. */
export const isPaidByWallet = ({ channelCode }: Pick<PayOrderDoc, "channelCode">): boolean => channelCode === "wallet";

export async function openAttempts(payOrderId: number): Promise<PayAttemptDoc[]> {
  return PayAttemptModel.find({ payOrderId, open: true }).sort({ _id: 1 }).lean<PayAttemptDoc[]>();
}

/** The stored content for the payer's client; undefined when the channel must be called (again). */
export async function storedContent(attempt: Pick<PayAttemptDoc, "contentId">): Promise<string | undefined> {
  if (!attempt.contentId) return undefined;
  const content = await openSealed(attempt.contentId);
  return typeof content === "string" ? content : undefined;
}

/** The succeeded (10) and failed (20) refunds of a pay order, oldest first. */
export async function endedRefunds(payOrderId: number): Promise<PayRefundDoc[]> {
  return PayRefundModel.find({
    payOrderId,
    kind: "order",
    status: { $in: [PayRefundStatus.succeeded, PayRefundStatus.failed] },
  })
    .sort({ _id: 1 })
    .lean<PayRefundDoc[]>();
}
