/** The payment API v3: certificates, orders, refunds, and their callbacks. */
import { randomBytes, X509Certificate } from "node:crypto";
import { beijingTime } from "../beijingTime.js";
import type { CallbackSender, Delivery } from "../callbackSender.js";
import type { Faults } from "../faults.js";
import type { Journal } from "../journal.js";
import type { WechatpayKeys } from "../keys.js";
import { SettleRefused, type PayChannel } from "../pay/channel.js";
import type { Platform, PlatformAnswer, PlatformCall } from "../platform.js";
import { checkSignature } from "./authorize.js";
import { gcmNonce, noticeCallback, signedHeaders, type Notice, type PlatformSigner } from "./notice.js";
import { channelOrder, transactionView, WechatpayOrders, type TradeType, type WechatpayOrder } from "./order.js";
import { channelRefund, refundNotice, refundView, WechatpayRefunds, type WechatpayRefund } from "./refund.js";
import { orderNotExist, parameterError, WechatpayRefusal } from "./refusal.js";
import { CloseBody, parseRequest, PrepayBody, RefundBody } from "./requests.js";
import { privateKeyOf, publicKeyOf, sealResource } from "./signature.js";

const NAME = "wechatpay";

interface Reply {
  status: number;
  body?: object;
  afterwards?: () => void;
}

interface Route {
  method: "GET" | "POST";
  path: RegExp;
  /** @param part the captured part of the path, decoded; @param query the rest */
  reply(call: PlatformCall, part: string, query: URLSearchParams): Reply;
}

export interface WechatpaySide {
  platform: Platform;
  channel: PayChannel;
}

export function makeWechatpay(
  keys: WechatpayKeys,
  house: { journal: Journal; callbacks: CallbackSender; faults: Faults; now: () => number },
): WechatpaySide {
  const { now, callbacks } = house;
  const merchant = { mchId: keys.mchId, serial: keys.merchantSerial, publicKey: publicKeyOf(keys.merchantPublicKey) };
  const signer: PlatformSigner = {
    serial: keys.platformSerial,
    privateKey: privateKeyOf(keys.platformPrivateKey),
    now,
  };
  const orders = new WechatpayOrders(house.journal.shelf<WechatpayOrder>("wechatpay.order"));
  const refunds = new WechatpayRefunds(house.journal.shelf<WechatpayRefund>("wechatpay.refund"), orders);

  function checkMerchant(field: string, mchid: string | null): void {
    if (mchid !== keys.mchId) throw parameterError(field, "is not the merchant that signed", mchid);
  }

  function certificates(): Reply {
    const { validFrom, validTo } = new X509Certificate(keys.platformCertificate);
    const nonce = gcmNonce();
    const associatedData = "certificate";
    const encrypted = {
      algorithm: "AEAD_AES_256_GCM",
      nonce,
      associated_data: associatedData,
      ciphertext: sealResource({ key: keys.apiV3Key, nonce, associatedData, plaintext: keys.platformCertificate }),
    };
    const certificate = {
      serial_no: keys.platformSerial,
      effective_time: beijingTime(Date.parse(validFrom)),
      expire_time: beijingTime(Date.parse(validTo)),
      encrypt_certificate: encrypted,
    };
    return { status: 200, body: { data: [certificate] } };
  }

  function prepay(call: PlatformCall, kind: string): Reply {
    const body = parseRequest(PrepayBody, call.body);
    checkMerchant("/mchid", body.mchid);
    if (body.appid !== keys.appId) throw new WechatpayRefusal(400, "APPID_MCHID_NOT_MATCH", "appid和mch_id不匹配");
    const order = orders.open(kind.toUpperCase() as TradeType, body, call.at);
    return { status: 200, body: order.tradeType === "NATIVE" ? { code_url: order.opens } : { prepay_id: order.opens } };
  }

  function query(order: WechatpayOrder | undefined, parameters: URLSearchParams): Reply {
    checkMerchant("mchid", parameters.get("mchid"));
    if (!order) throw orderNotExist();
    return { status: 200, body: transactionView(order) };
  }

  function close(call: PlatformCall, no: string): Reply {
    checkMerchant("/mchid", parseRequest(CloseBody, call.body).mchid);
    orders.close(no);
    return { status: 204 };
  }

  function requestRefund(call: PlatformCall): Reply {
    const body = parseRequest(RefundBody, call.body);
    const isHeld = (): boolean => house.faults.takeHold(NAME, call.path);
    const { answered, settled } = refunds.request(body, call.at, isHeld);
    const notify = (): void => void notifyRefund(answered.outRefundNo);
    return { status: 200, body: refundView(answered), ...(settled && { afterwards: notify }) };
  }

  function queryRefund(no: string): Reply {
    const refund = refunds.find(no);
    if (!refund) throw new WechatpayRefusal(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
    return { status: 200, body: refundView(refund) };
  }

  /** Tells how a refund ended, when its request named an address. */
  async function notifyRefund(no: string): Promise<Delivery[]> {
    const refund = refunds.find(no);
    if (!refund?.notifyUrl || refund.status === "PROCESSING") return [];
    const summaries = { SUCCESS: "退款成功", ABNORMAL: "退款异常", CLOSED: "退款关闭" } as const;
    const notice: Notice = {
      eventType: `REFUND.${refund.status}`,
      summary: summaries[refund.status],
      original: "refund",
      content: refundNotice(refund),
    };
    const to = { url: refund.notifyUrl, subject: no };
    return callbacks.send(noticeCallback(notice, to, { signer, apiV3Key: keys.apiV3Key }));
  }

  const routes: Route[] = [
    { method: "GET", path: /^\/v3\/certificates$/, reply: certificates },
    { method: "POST", path: /^\/v3\/pay\/transactions\/(native|jsapi|app)$/, reply: prepay },
    {
      method: "GET",
      path: /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/,
      reply: (_, no, parameters) => query(orders.find(no), parameters),
    },
    {
      method: "GET",
      path: /^\/v3\/pay\/transactions\/id\/([^/]+)$/,
      reply: (_, id, parameters) => query(orders.findByTransaction(id), parameters),
    },
    { method: "POST", path: /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/, reply: close },
    { method: "POST", path: /^\/v3\/refund\/domestic\/refunds$/, reply: requestRefund },
    { method: "GET", path: /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/, reply: (_, no) => queryRefund(no) },
  ];

  function replyTo(call: PlatformCall): Reply {
    try {
      checkSignature(call, merchant);
      const { pathname, searchParams } = new URL(call.path, "http://platform");
      for (const route of routes) {
        const found = route.method === call.method ? route.path.exec(pathname) : null;
        if (found) return route.reply(call, decoded(found[1] ?? ""), searchParams);
      }
      throw new WechatpayRefusal(404, "RESOURCE_NOT_EXISTS", "请求的资源不存在");
    } catch (error) {
      if (error instanceof WechatpayRefusal) return { status: error.status, body: error.toJSON() };
      throw error;
    }
  }

  function signed(reply: Reply): PlatformAnswer {
    const body = reply.body ? JSON.stringify(reply.body) : "";
    return {
      status: reply.status,
      headers: {
        ...(body !== "" && { "Content-Type": "application/json; charset=utf-8" }),
        "Request-ID": randomBytes(16).toString("hex").toUpperCase(),
        ...signedHeaders(signer, body),
      },
      body,
      ...(reply.afterwards && { afterwards: reply.afterwards }),
    };
  }

  const platform: Platform = {
    name: NAME,
    answer: (call) => signed(replyTo(call)),
    failure: () => signed({ status: 500, body: { code: "SYSTEM_ERROR", message: "系统异常，请稍后重试" } }),
    misSigned: (answer) => ({ ...answer, headers: { ...answer.headers, ...signedHeaders(signer, answer.body, true) } }),
  };

  const channel: PayChannel = {
    name: NAME,
    listOrders: () => orders.list().map((order) => channelOrder(order, NAME)),
    findOrder: (no) => {
      const order = orders.find(no);
      return order && channelOrder(order, NAME);
    },
    settle: async (no, settlement) => {
      const found = orders.find(no);
      if (!found) throw new SettleRefused(`no order ${no}`);
      const order = orders.settle(found, settlement, now());
      const { state } = channelOrder(order, NAME);
      // The platform tells of success alone; a failed or closed payment is seen by a query.
      if (settlement.outcome !== "success" || !settlement.notify) return { state, deliveries: [] };
      const notice: Notice = {
        eventType: "TRANSACTION.SUCCESS",
        summary: "支付成功",
        original: "transaction",
        content: transactionView({ ...order, refunded: 0 }),
      };
      const by = { signer, apiV3Key: keys.apiV3Key, forged: settlement.badSignature };
      const callback = noticeCallback(notice, { url: order.notifyUrl, subject: no }, by);
      return { state, deliveries: await callbacks.send(callback, settlement) };
    },
    listRefunds: () => refunds.list().map((refund) => channelRefund(refund, NAME)),
    findRefund: (no) => {
      const refund = refunds.find(no);
      return refund && channelRefund(refund, NAME);
    },
    settleRefund: async (no, { outcome, notify }) => {
      const found = refunds.find(no);
      if (!found) throw new SettleRefused(`no refund ${no}`);
      const { state } = channelRefund(refunds.settle(found, outcome, now()), NAME);
      return { state, deliveries: notify ? await notifyRefund(no) : [] };
    },
  };

  return { platform, channel };
}

/** A path part that is not valid percent-encoding is looked up as it stands, and not found. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
