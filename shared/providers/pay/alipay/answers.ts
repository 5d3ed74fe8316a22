import { z } from "zod";

/** What the provider answers and tells, as far as we read it. Money is yuan text. */

/** Each answer says how it went; "10000" is success. */
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
  /** Y: this call moved the money. N: it did not, because it is done already or not done yet. */
  fund_change: z.enum(["Y", "N"]).optional(),
  gmt_refund_pay: z.string().optional(),
});

export const RefundFound = z.object({
  trade_no: z.string().optional(),
  out_request_no: z.string().optional(),
  /** Missing: the provider did not see the refund, or it failed there. */
  refund_status: z.string().optional(),
  gmt_refund_pay: z.string().optional(),
});

export const BillAddress = z.object({ bill_download_url: z.url() });

/** A notice's form. */
export const Notice = z.object({
  notify_id: z.string().min(1).max(256),
  app_id: z.string(),
  /** The account that received the money; old notices name it by seller_email alone. */
  seller_id: z.string().optional(),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: TradeStatus,
  total_amount: z.string(),
  gmt_payment: z.string().optional(),
  notify_time: z.string().optional(),
  buyer_id: z.string().optional(),
  buyer_open_id: z.string().optional(),
  /** In a notice of a refund. */
  gmt_refund: z.string().optional(),
  refund_fee: z.string().optional(),
  out_biz_no: z.string().optional(),
});
export type Notice = z.output<typeof Notice>;
