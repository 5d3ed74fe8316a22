import { closePayOrder } from "./closePayOrder.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { PayStatus } from "./payOrder.states.js";

/** Whether a refund to the member is under way. */
export async function hasOpenRefund(memberId: number): Promise<boolean> {
  return (await PayOrderModel.exists({ memberId, refundingId: { $ne: null } })) !== null;
}

/** The member's paid pay orders of an app. */
export async function paidPayOrderIds(memberId: number, appId: number): Promise<number[]> {
  const paid = await PayOrderModel.find(
    { memberId, appId, status: { $in: [PayStatus.paid, PayStatus.refunded] } },
    { _id: 1 },
  ).lean<Pick<PayOrderDoc, "_id">[]>();
  return paid.map(({ _id }) => _id);
}

/** The member's waiting pay orders of an app that may be paid at a channel right now. */
export async function submittedPayOrderIds(memberId: number, appId: number): Promise<number[]> {
  const waiting = await PayOrderModel.find({ memberId, appId, status: PayStatus.waiting }, { _id: 1 }).lean<
    Pick<PayOrderDoc, "_id">[]
  >();
  const open = await PayAttemptModel.find(
    { payOrderId: { $in: waiting.map(({ _id }) => _id) }, open: true },
    { payOrderId: 1 },
  ).lean<Pick<PayAttemptDoc, "_id" | "payOrderId">[]>();
  return open.map(({ payOrderId }) => payOrderId);
}

/** Closes the member's waiting pay orders, in the caller's transaction; payments that still arrive are refunded. */
export async function closeWaitingPayOrders(memberId: number): Promise<void> {
  const waiting = await PayOrderModel.find({ memberId, status: PayStatus.waiting }, { _id: 1 }).lean<
    Pick<PayOrderDoc, "_id">[]
  >();
  for (const { _id } of waiting) await closePayOrder(_id);
}

/** Erases a closed account's personal data from its payments, which stay for the books. In the caller's transaction. */
export async function erasePayer(memberId: number): Promise<void> {
  const orders = await PayOrderModel.find({ memberId }, { _id: 1 }).lean<Pick<PayOrderDoc, "_id">[]>();
  if (orders.length === 0) return;
  await PayOrderModel.updateMany({ memberId }, { $set: { userIp: "", channelUserId: null } });
  await PayAttemptModel.updateMany(
    { payOrderId: { $in: orders.map(({ _id }) => _id) } },
    { $set: { userIp: "", channelUserId: null, openid: null } },
  );
}
