/** Refunds over the payment API v3, and what the control does to them. */
import { randomBytes } from "node:crypto";
import type { CallbackSender, Delivery } from "../callbackSender.js";
import type { WechatpayKeys } from "../keyTypes.js";
import { SettleRefused, type PayChannel } from "../pay/channel.js";
import { headerOf, type ProviderCall } from "../provider.js";
import type { WechatpayMerchant } from "./merchants.js";
import { noticeCallback, type Notice, type ProviderSigner } from "./notice.js";
import type { WechatpayOrders } from "./order.js";
import { openAccount } from "./payerAccount.js";
import {
  channelRefund,
  refundNotice,
  refundStatuses,
  refundView,
  type WechatpayRefund,
  type WechatpayRefunds,
} from "./refund.js";
import { WechatpayRefusal } from "./refusal.js";
import type { Reply, Route } from "./reply.js";
import { parseRequest, RedirectBody, RefundBody } from "./requests.js";

const NAME = "wechatpay";

interface RefundSide {
  routes: Route[];
  channel: Pick<PayChannel, "listRefunds" | "findRefund" | "settleRefund" | "tellRefund" | "refundByHand">;
}

export function wechatpayRefunds({
  keys,
  orders,
  refunds,
  callbacks,
  noticeSignerOf,
  apiV3KeyOf,
  now,
  takeHold,
}: {
  keys: WechatpayKeys;
  orders: WechatpayOrders;
  refunds: WechatpayRefunds;
  callbacks: CallbackSender;
  noticeSignerOf: (mchId: string) => ProviderSigner;
  apiV3KeyOf: (mchId: string) => string;
  now: () => number;
  /** Whether what this call begins stays under way. Throws where the merchant's balance is too low for it. */
  takeHold: (call: ProviderCall) => boolean;
}): RefundSide {
  const notFound = (what: string): WechatpayRefusal => new WechatpayRefusal(404, "RESOURCE_NOT_EXISTS", what);

  function request(call: ProviderCall, merchant: WechatpayMerchant): Reply {
    const body = parseRequest(RefundBody, call.body);
    const order = orders.find(body.out_trade_no ?? "") ?? orders.findByTransaction(body.transaction_id ?? "");
    // Another merchant's order counts as not found.
    if (order && order.mchid !== merchant.mchId) throw notFound("订单不存在");
    const { answered, settled } = refunds.request(body, call.at, () => takeHold(call));
    const tell = (): void => void notify(answered.outRefundNo);
    return { status: 200, body: refundView(answered), ...(settled && { afterwards: tell }) };
  }

  function query(no: string, merchant: WechatpayMerchant): Reply {
    const refund = refunds.find(no);
    if (refund?.mchid !== merchant.mchId) throw notFound("退款单不存在");
    return { status: 200, body: refundView(refund) };
  }

  /** The key that the request names. */
  const keyOf = (call: ProviderCall, { platform }: WechatpayMerchant): Pick<WechatpayKeys, "platformPrivateKey"> =>
    platform && headerOf(call, "wechatpay-serial") === platform.id ? { platformPrivateKey: platform.privateKey } : keys;

  /** An abnormal refund goes to another account of the payer, or back to the merchant. */
  function redirect(call: ProviderCall, refundId: string, merchant: WechatpayMerchant): Reply {
    const body = parseRequest(RedirectBody, call.body);
    const refund = refunds.findById(refundId);
    if (refund?.mchid !== merchant.mchId || refund.outRefundNo !== body.out_refund_no) throw notFound("退款单不存在");
    const sentTo =
      body.type === "MERCHANT_BANK_CARD"
        ? "商户基本账户"
        : `银行卡${openAccount(keyOf(call, merchant), body).slice(-4)}`;
    const taken = refunds.redirect(refund, sentTo, call.at, () => takeHold(call));
    return { status: 200, body: refundView(taken), afterwards: () => void notify(taken.outRefundNo) };
  }

  /** Sends the refund's outcome, or an earlier one, if its request named an address. */
  async function notify(no: string, as: Partial<WechatpayRefund> = {}): Promise<Delivery[]> {
    const found = refunds.find(no);
    const refund = found && { ...found, ...as };
    if (!refund?.notifyUrl || refund.status === "PROCESSING") return [];
    const summaries = { SUCCESS: "退款成功", ABNORMAL: "退款异常", CLOSED: "退款关闭" } as const;
    const notice: Notice = {
      eventType: `REFUND.${refund.status}`,
      summary: summaries[refund.status],
      original: "refund",
      content: refundNotice(refund),
    };
    const to = { url: refund.notifyUrl, subject: no };
    return callbacks.send(
      noticeCallback(notice, to, { signer: noticeSignerOf(refund.mchid), apiV3Key: apiV3KeyOf(refund.mchid) }),
    );
  }

  function refundInConsole(paymentNo: string, fen: number): string {
    const order = orders.find(paymentNo);
    const no = `console${randomBytes(8).toString("hex")}`;
    const amount = { refund: fen, total: order?.paidTotal ?? 0, currency: "CNY" as const };
    const body = { out_trade_no: paymentNo, out_refund_no: no, notify_url: order?.notifyUrl, amount };
    try {
      refunds.request(body, now(), () => false);
    } catch (error) {
      if (error instanceof WechatpayRefusal) throw new SettleRefused(error.message);
      throw error;
    }
    return no;
  }

  return {
    routes: [
      {
        method: "POST",
        path: /^\/v3\/refund\/domestic\/refunds$/,
        reply: (call, _part, _query, merchant) => request(call, merchant),
      },
      {
        method: "GET",
        path: /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/,
        reply: (_, no, _query, merchant) => query(no, merchant),
      },
      {
        method: "POST",
        path: /^\/v3\/refund\/domestic\/refunds\/([^/]+)\/apply-abnormal-refund$/,
        reply: (call, refundId, _query, merchant) => redirect(call, refundId, merchant),
      },
    ],
    channel: {
      listRefunds: () => refunds.list().map((refund) => channelRefund(refund, NAME)),
      findRefund: (no) => {
        const refund = refunds.find(no);
        return refund && channelRefund(refund, NAME);
      },
      settleRefund: async (no, settlement) => {
        const found = refunds.find(no);
        if (!found) throw new SettleRefused(`no refund ${no}`);
        const { state } = channelRefund(refunds.settle(found, settlement, now()), NAME);
        return { state, deliveries: settlement.notify ? await notify(no) : [] };
      },
      tellRefund: (no, outcome) => notify(no, { status: refundStatuses[outcome] }),
      refundByHand: async (paymentNo, fen) => {
        const no = refundInConsole(paymentNo, fen);
        return { no, deliveries: await notify(no) };
      },
    },
  };
}
