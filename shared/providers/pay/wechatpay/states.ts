import type { ChannelPayment, ChannelRefund } from "../port.js";
import type { Refund, Transaction } from "./answers.js";
import { isOwnApplication, type WechatpayMerchant } from "./merchant.js";

/** Maps WeChat Pay's states of payments and refunds to ours. */
export const CURRENCY = "CNY";

/** Which part is not ours; undefined when merchant, application and currency are. */
export function foreignPart(
  merchant: WechatpayMerchant,
  { mchid, appid, amount }: { mchid: string; appid?: string | undefined; amount?: { currency: string } | undefined },
): string | undefined {
  if (mchid !== merchant.mchId) return `merchant ${mchid}`;
  if (appid !== undefined && !isOwnApplication(merchant, appid)) return `application ${appid}`;
  return amount && amount.currency !== CURRENCY ? `currency ${amount.currency}` : undefined;
}

/** Throws for a transaction that is not ours, which must never be acted on. */
export function paymentOf(merchant: WechatpayMerchant, found: Transaction, no: string): ChannelPayment {
  const foreign = foreignPart(merchant, found);
  if (foreign !== undefined || found.out_trade_no !== no)
    throw new Error(`transaction ${found.out_trade_no} of ${foreign ?? found.mchid} was reported for ${no}`);
  if (found.trade_state === "SUCCESS") {
    if (!found.transaction_id || !found.success_time || !found.amount)
      throw new Error(`transaction ${no} lacks its payment`);
    return {
      state: "paid",
      channelOrderNo: found.transaction_id,
      paidFen: found.amount.total,
      paidAt: new Date(found.success_time),
      channelUserId: found.payer?.openid ?? null,
    };
  }
  if (found.trade_state === "REFUND") return { state: "refunded" };
  return { state: found.trade_state === "CLOSED" || found.trade_state === "REVOKED" ? "closed" : "waiting" };
}

type RefundEnd = Pick<Refund, "status" | "refund_id" | "success_time" | "user_received_account">;

export function refundOf({ status, refund_id, success_time, user_received_account }: RefundEnd): ChannelRefund {
  const account = user_received_account ?? "";
  if (status === "SUCCESS") {
    const end = { channelRefundNo: refund_id, refundedAt: new Date(success_time ?? Date.now()) };
    return { state: "success", ...end, ...(isMerchants(account) ? { toMerchant: true } : {}) };
  }
  if (status === "PROCESSING") return { state: "processing" };
  // The payer's account or card is closed or frozen: the money waits at the provider until the merchant acts.
  if (status === "ABNORMAL")
    return {
      state: "needsMerchant",
      code: status,
      reason: `退款异常，需商户处理 ${account}`.trim(),
      channelRefundNo: refund_id,
    };
  return { state: "failed", code: status, reason: "退款关闭" };
}

/** The provider names an account of the merchant where the payer's could not receive it. */
const isMerchants = (account: string): boolean => account.startsWith("商户");
