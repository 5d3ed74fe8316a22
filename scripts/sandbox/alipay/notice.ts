/** Notifications: a signed form to the trade's notify_url, accepted only when the response is exactly `success`. */
import { randomBytes, type KeyObject } from "node:crypto";
import { beijingClock, beijingDigits } from "../beijingTime.js";
import type { Callback } from "../callbackSender.js";
import type { AlipayRefund } from "./refund.js";
import { signedParameters, type Parameters } from "./signature.js";
import { tradeStatus, yuanOf, type AlipayTrade } from "./trade.js";

export interface Notifier {
  appId: string;
  sellerId: string;
  privateKey: KeyObject;
  now: () => number;
}

/** The parameters before signing. A refund's notice has the same form, plus the refunded amount. */
export function noticeParameters(by: Notifier, trade: AlipayTrade, refund?: AlipayRefund): Parameters {
  const at = by.now();
  const total = yuanOf(trade.paidTotal ?? trade.total);
  return {
    notify_time: beijingClock(at),
    notify_type: "trade_status_sync",
    notify_id: `${beijingDigits(at)}${randomBytes(12).toString("hex")}`,
    app_id: by.appId,
    auth_app_id: by.appId,
    charset: "utf-8",
    version: "1.0",
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    // A repeated notice of a payment is not changed by later refunds.
    trade_status: refund || trade.state !== "TRADE_SUCCESS" ? tradeStatus(trade) : "TRADE_SUCCESS",
    total_amount: total,
    receipt_amount: total,
    buyer_pay_amount: total,
    invoice_amount: total,
    point_amount: "0.00",
    fund_bill_list: JSON.stringify([{ amount: total, fundChannel: "ALIPAYACCOUNT" }]),
    buyer_id: trade.buyerId ?? "",
    buyer_open_id: trade.buyerId === null ? "" : `open${trade.buyerId}`,
    buyer_logon_id: "159****5620",
    seller_id: by.sellerId,
    gmt_create: beijingClock(trade.createdAt),
    gmt_payment: beijingClock(trade.paidAt ?? at),
    subject: trade.subject,
    body: trade.body ?? "",
    passback_params: trade.passback ?? "",
    ...(refund && {
      refund_fee: yuanOf(trade.returned),
      out_biz_no: refund.outRequestNo,
      gmt_refund: `${beijingClock(refund.settledAt ?? at)}.000`,
    }),
  };
}

/** A notification that can be sent several times: its body, and so its notify_id, stays. */
export function noticeCallback(parameters: Parameters, url: string, by: Notifier, forged = false): Callback {
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ""));
  return {
    platform: "alipay",
    subject: parameters["out_biz_no"] ?? parameters["out_trade_no"] ?? "",
    url,
    body: new URLSearchParams(signedParameters(given, by.privateKey, forged)).toString(),
    headers: () => ({ "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" }),
    accepted: (_, answer) => answer === "success",
    resend: !forged,
  };
}

/** The address the payer's browser goes to after paying: the return_url with the provider's signed parameters. */
export function returnAddress(returnUrl: string, by: Notifier, trade: AlipayTrade): string {
  const url = new URL(returnUrl);
  const parameters = signedParameters(
    {
      charset: "utf-8",
      out_trade_no: trade.outTradeNo,
      method: "alipay.trade.page.pay.return",
      total_amount: yuanOf(trade.total),
      trade_no: trade.tradeNo,
      auth_app_id: by.appId,
      version: "1.0",
      app_id: by.appId,
      seller_id: by.sellerId,
      timestamp: beijingClock(by.now()),
    },
    by.privateKey,
  );
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
