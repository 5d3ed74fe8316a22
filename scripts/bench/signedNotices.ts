import { randomInt } from "node:crypto";
import { noticeCallback as alipayCallback, noticeParameters, type Notifier } from "#scripts/sandbox/alipay/notice.js";
import type { AlipayTrade } from "#scripts/sandbox/alipay/trade.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";
import { noticeCallback as wechatpayCallback, type ProviderSigner } from "#scripts/sandbox/wechatpay/notice.js";
import { transactionView, type WechatpayOrder } from "#scripts/sandbox/wechatpay/order.js";
import { privateKeyOf } from "#scripts/sandbox/wechatpay/signature.js";
import type { WaitingOrder } from "./waitingOrders.js";

interface SignedNotice {
  channelId: number;
  headers: Record<string, string>;
  body: string;
}

const digits = (): string => String(randomInt(10 ** 12)).padStart(15, "0");

/** The providers' signed notices of orders that were just paid: valid for five minutes. */
export function noticesOf({ wechatpay, alipay }: SandboxKeys): Record<"wechatpay" | "alipay", Signing> {
  const now = Date.now;
  const signer: ProviderSigner = {
    serial: wechatpay.platformSerial,
    privateKey: privateKeyOf(wechatpay.platformPrivateKey),
    now,
  };
  const notifier: Notifier = {
    appId: alipay.appId,
    sellerId: alipay.sellerId,
    privateKey: privateKeyOf(alipay.platformPrivateKey),
    now,
  };
  return {
    wechatpay: ({ no, amountFen, channelId }) => {
      const order: WechatpayOrder = {
        outTradeNo: no!,
        tradeType: "NATIVE",
        appid: wechatpay.appId,
        mchid: wechatpay.mchId,
        description: "",
        attach: null,
        notifyUrl: "",
        total: amountFen,
        openid: "oBenchBenchBenchBenchBench01",
        opens: "",
        state: "SUCCESS",
        transactionId: `4200${digits()}`,
        paidTotal: amountFen,
        paidAt: now(),
        refunded: 0,
        createdAt: now(),
      };
      const notice = {
        eventType: "TRANSACTION.SUCCESS",
        summary: "支付成功",
        original: "transaction",
        content: transactionView(order),
      } as const;
      const callback = wechatpayCallback(notice, { url: "", subject: "" }, { signer, apiV3Key: wechatpay.apiV3Key });
      const headers = { "content-type": "application/json", ...callback.headers() };
      return { channelId: channelId!, headers, body: callback.body };
    },
    alipay: ({ no, amountFen, channelId }) => {
      const trade: AlipayTrade = {
        outTradeNo: no!,
        tradeNo: `2026${digits()}`,
        kind: "PAGE",
        subject: "bench",
        body: null,
        passback: null,
        total: amountFen,
        notifyUrl: null,
        state: "TRADE_SUCCESS",
        expiresAt: null,
        buyerId: "2088000000000001",
        paidTotal: amountFen,
        paidAt: now(),
        refunded: 0,
        returned: 0,
        createdAt: now(),
      };
      const callback = alipayCallback(noticeParameters(notifier, trade), "", notifier);
      return { channelId: channelId!, headers: callback.headers(), body: callback.body };
    },
  };
}
type Signing = (order: WaitingOrder) => SignedNotice;
