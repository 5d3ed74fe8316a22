import { z } from "zod";

/** The provider's replies and callbacks, as far as we read them. Money is yuan text. */

/** The outcome in each response; "10000" is success. */
export const Outcome = z.object({
  code: z.string(),
  msg: z.string().default(""),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
});

const TradeStatus = z.enum(["WAIT_BUYER_PAY", "TRADE_CLOSED", "TRADE_SUCCESS", "TRADE_FINISHED"]);

export const Trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().optional(),
  trade_status: TradeStatus,
  total_amount: z.string().optional(),
  send_pay_date: z.string().optional(),
  buyer_user_id: z.string().optional(),
  buyer_open_id: z.string().optional(),
});
export type Trade = z.output<typeof Trade>;

export const Refunded = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().optional(),
  /** Y: this call moved the money. N: it did not, because it was moved already or not yet. */
  fund_change: z.enum(["Y", "N"]).optional(),
  gmt_refund_pay: z.string().optional(),
});

export const RefundFound = z.object({
  trade_no: z.string().optional(),
  out_request_no: z.string().optional(),
  /** Absent: the refund is unknown to the provider, or failed there. */
  refund_status: z.string().optional(),
  gmt_refund_pay: z.string().optional(),
});

export const BillAddress = z.object({ bill_download_url: z.url() });

/** A callback. */
export const Notice = z.object({
  notify_id: z.string().min(1).max(256),
  app_id: z.string(),
  /** The account that received the money; old callbacks only have seller_email. */
  seller_id: z.string().optional(),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: TradeStatus,
  total_amount: z.string(),
  gmt_payment: z.string().optional(),
  notify_time: z.string().optional(),
  buyer_id: z.string().optional(),
  buyer_open_id: z.string().optional(),
  /** In a callback about a refund. */
  gmt_refund: z.string().optional(),
  refund_fee: z.string().optional(),
  out_biz_no: z.string().optional(),
});
export type Notice = z.output<typeof Notice>;
