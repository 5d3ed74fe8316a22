import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";

/** Finds pay orders by a serial number, their own or that of one of their attempts. */
export async function payOrdersOfNumber(no: string): Promise<number[]> {
  const attempt = await PayAttemptModel.findOne({ no }, { payOrderId: 1 }).lean<Pick<PayAttemptDoc, "payOrderId">>();
  if (attempt) return [attempt.payOrderId];
  const orders = await PayOrderModel.find({ no }, { _id: 1 }).limit(10).lean<Pick<PayOrderDoc, "_id">[]>();
  return orders.map(({ _id }) => _id);
}

/** The same by any number that an operator may have: the merchant's and the channel's number too. */
export async function payOrdersOfAnyNumber(no: string): Promise<number[]> {
  const named = { $or: [{ merchantOrderId: no }, { channelOrderNo: no }] };
  const orders = await PayOrderModel.find(named, { _id: 1 }).limit(100).lean<Pick<PayOrderDoc, "_id">[]>();
  return [...(await payOrdersOfNumber(no)), ...orders.map(({ _id }) => _id)];
}
