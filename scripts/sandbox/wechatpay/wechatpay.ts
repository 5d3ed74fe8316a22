/** The payment API v3: certificates, orders, refunds, and their callbacks. */
import { randomBytes, X509Certificate } from "node:crypto";
import { beijingTime } from "../beijingTime.js";
import type { CallbackSender } from "../callbackSender.js";
import type { Faults } from "../faults.js";
import type { Journal } from "../journal.js";
import type { WechatpayKeys } from "../keyTypes.js";
import { SettleRefused, type PayChannel } from "../pay/channel.js";
import { headerOf, type Provider, type ProviderAnswer, type ProviderCall } from "../provider.js";
import { checkSignature } from "./authorize.js";
import { TradeBills } from "./bill.js";
import { WechatpayMerchants, type WechatpayMerchant } from "./merchants.js";
import { gcmNonce, noticeCallback, signedHeaders, type Notice, type ProviderSigner } from "./notice.js";
import { channelOrder, transactionView, WechatpayOrders, type TradeType, type WechatpayOrder } from "./order.js";
import { WechatpayRefunds, type WechatpayRefund } from "./refund.js";
import { wechatpayRefunds } from "./refundSide.js";
import { orderNotExist, parameterError, WechatpayRefusal } from "./refusal.js";
import type { Reply, Route } from "./reply.js";
import { CloseBody, parseRequest, PrepayBody } from "./requests.js";
import { privateKeyOf, sealResource } from "./signature.js";

const NAME = "wechatpay";

interface WechatpaySide {
  provider: Provider;
  channel: PayChannel;
}

export function makeWechatpay(
  keys: WechatpayKeys,
  dependencies: {
    journal: Journal;
    callbacks: CallbackSender;
    faults: Faults;
    now: () => number;
    /** Other applications of the environment's merchant. */
    boundAppIds?: readonly string[];
    /** The applications that this openid signed in to; empty for an openid that the sandbox did not issue. */
    appIdsOfOpenid?: (openid: string) => readonly string[];
  },
): WechatpaySide {
  const { now, callbacks } = dependencies;
  const merchants = new WechatpayMerchants(
    dependencies.journal.shelf<WechatpayMerchant>("wechatpay.merchant"),
    keys,
    dependencies.boundAppIds ?? [],
  );
  const signer: ProviderSigner = {
    serial: keys.platformSerial,
    privateKey: privateKeyOf(keys.platformPrivateKey),
    now,
  };
  /** Of a merchant that moves to the public key, what names that key is signed with it, and every second callback. */
  const signerOf = (merchant: WechatpayMerchant | undefined, named: boolean): ProviderSigner => {
    if (!merchant?.platform || !(merchant.hasNoCertificates || named)) return signer;
    return { serial: merchant.platform.id, privateKey: privateKeyOf(merchant.platform.privateKey), now };
  };
  let notices = 0;
  const noticeSignerOf = (mchId: string): ProviderSigner => signerOf(merchants.find(mchId), notices++ % 2 === 0);
  const orders = new WechatpayOrders(dependencies.journal.shelf<WechatpayOrder>("wechatpay.order"));
  const refunds = new WechatpayRefunds(dependencies.journal.shelf<WechatpayRefund>("wechatpay.refund"), orders);
  const bills = new TradeBills(orders, refunds);
  const takeHold = (call: ProviderCall): boolean => {
    const body = call.body.toString("utf8");
    if (dependencies.faults.takeLowBalance(NAME, call.path, body))
      throw new WechatpayRefusal(403, "NOT_ENOUGH", "基本账户余额不足，请充值后重新发起");
    return dependencies.faults.takeHold(NAME, call.path, body);
  };

  function checkMerchant(field: string, mchid: string | null, merchant: WechatpayMerchant): void {
    if (mchid !== merchant.mchId) throw parameterError(field, "is not the merchant that signed", mchid);
  }

  /** Another merchant's order counts as not found. */
  const ownOf = (order: WechatpayOrder | undefined, merchant: WechatpayMerchant): WechatpayOrder | undefined =>
    order?.mchid === merchant.mchId ? order : undefined;

  function certificates({ apiV3Key, hasNoCertificates }: WechatpayMerchant): Reply {
    if (hasNoCertificates)
      throw new WechatpayRefusal(
        404,
        "RESOURCE_NOT_EXISTS",
        "无可用的平台证书，请在商户平台-API安全申请使用微信支付公钥",
      );
    const { validFrom, validTo } = new X509Certificate(keys.platformCertificate);
    const nonce = gcmNonce();
    const associatedData = "certificate";
    const encrypted = {
      algorithm: "AEAD_AES_256_GCM",
      nonce,
      associated_data: associatedData,
      ciphertext: sealResource({ key: apiV3Key, nonce, associatedData, plaintext: keys.platformCertificate }),
    };
    const certificate = {
      serial_no: keys.platformSerial,
      effective_time: beijingTime(Date.parse(validFrom)),
      expire_time: beijingTime(Date.parse(validTo)),
      encrypt_certificate: encrypted,
    };
    return { status: 200, body: { data: [certificate] } };
  }

  function prepay(call: ProviderCall, kind: string, merchant: WechatpayMerchant): Reply {
    const body = parseRequest(PrepayBody, call.body);
    checkMerchant("/mchid", body.mchid, merchant);
    if (!merchant.appIds.includes(body.appid))
      throw new WechatpayRefusal(400, "APPID_MCHID_NOT_MATCH", "appid和mch_id不匹配");
    const openid = kind === "jsapi" ? body.payer?.openid : undefined;
    const signedInTo = openid === undefined ? [] : (dependencies.appIdsOfOpenid?.(openid) ?? []);
    if (signedInTo.length > 0 && !signedInTo.includes(body.appid))
      throw new WechatpayRefusal(400, "PARAM_ERROR", "appid和openid不匹配", {
        field: "/payer/openid",
        value: openid,
        issue: "appid and openid not match",
        location: "body",
      });
    const order = orders.open(kind.toUpperCase() as TradeType, body, call.at);
    return { status: 200, body: order.tradeType === "NATIVE" ? { code_url: order.opens } : { prepay_id: order.opens } };
  }

  function query(found: WechatpayOrder | undefined, parameters: URLSearchParams, merchant: WechatpayMerchant): Reply {
    checkMerchant("mchid", parameters.get("mchid"), merchant);
    const order = ownOf(found, merchant);
    if (!order) throw orderNotExist();
    return { status: 200, body: transactionView(order) };
  }

  function close(call: ProviderCall, no: string, merchant: WechatpayMerchant): Reply {
    checkMerchant("/mchid", parseRequest(CloseBody, call.body).mchid, merchant);
    if (!ownOf(orders.find(no), merchant)) throw orderNotExist();
    orders.close(no);
    return { status: 204 };
  }

  const apiV3KeyOf = (mchId: string): string => merchants.find(mchId)?.apiV3Key ?? keys.apiV3Key;
  const refundSide = wechatpayRefunds({
    keys,
    orders,
    refunds,
    callbacks,
    noticeSignerOf,
    apiV3KeyOf,
    now,
    takeHold,
  });

  const routes: Route[] = [
    { method: "GET", path: /^\/v3\/certificates$/, reply: (...[, , , merchant]) => certificates(merchant) },
    {
      method: "POST",
      path: /^\/v3\/pay\/transactions\/(native|jsapi|app)$/,
      reply: (call, kind, _, merchant) => prepay(call, kind, merchant),
    },
    {
      method: "GET",
      path: /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/,
      reply: (_, no, parameters, merchant) => query(orders.find(no), parameters, merchant),
    },
    {
      method: "GET",
      path: /^\/v3\/pay\/transactions\/id\/([^/]+)$/,
      reply: (_, id, parameters, merchant) => query(orders.findByTransaction(id), parameters, merchant),
    },
    {
      method: "POST",
      path: /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/,
      reply: (call, no, _, merchant) => close(call, no, merchant),
    },
    ...refundSide.routes,
    {
      method: "GET",
      path: /^\/v3\/bill\/tradebill$/,
      reply: (call, _, parameters, merchant) => ({
        status: 200,
        body: bills.announce(call, parameters, merchant.mchId),
      }),
    },
    {
      method: "GET",
      path: /^\/v3\/billdownload\/file$/,
      reply: (_call, _part, parameters, merchant) => ({ status: 200, file: bills.file(parameters, merchant.mchId) }),
    },
  ];

  function replyTo(call: ProviderCall): { reply: Reply; by: ProviderSigner } {
    let by = signer;
    try {
      const merchant = checkSignature(call, merchants);
      by = signerOf(merchant, headerOf(call, "wechatpay-serial") === merchant.platform?.id);
      const { pathname, searchParams } = new URL(call.path, "http://platform");
      for (const route of routes) {
        const found = route.method === call.method ? route.path.exec(pathname) : null;
        if (found) return { reply: route.reply(call, decoded(found[1] ?? ""), searchParams, merchant), by };
      }
      throw new WechatpayRefusal(404, "RESOURCE_NOT_EXISTS", "请求的资源不存在");
    } catch (error) {
      if (error instanceof WechatpayRefusal) return { reply: { status: error.status, body: error.toJSON() }, by };
      throw error;
    }
  }

  function signed({ reply, by }: { reply: Reply; by: ProviderSigner }): ProviderAnswer {
    if (reply.file)
      return { status: reply.status, headers: { "Content-Type": "text/plain" }, body: "", bytes: reply.file };
    const body = reply.body ? JSON.stringify(reply.body) : "";
    return {
      status: reply.status,
      headers: {
        ...(body !== "" && { "Content-Type": "application/json; charset=utf-8" }),
        "Request-ID": randomBytes(16).toString("hex").toUpperCase(),
        ...signedHeaders(by, body),
      },
      body,
      ...(reply.afterwards && { afterwards: reply.afterwards }),
    };
  }

  const provider: Provider = {
    name: NAME,
    answer: (call) => signed(replyTo(call)),
    failure: () =>
      signed({
        reply: { status: 500, body: { code: "SYSTEM_ERROR", message: "系统异常，请稍后重试" } },
        by: signer,
      }),
    wronglySigned: (answer) =>
      answer.bytes
        ? { ...answer, bytes: answer.bytes.subarray(0, -1) }
        : { ...answer, headers: { ...answer.headers, ...signedHeaders(signer, answer.body, true) } },
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
      // The provider notifies only of success; a failed or closed payment shows in a query.
      if (settlement.outcome !== "success" || !settlement.notify) return { state, deliveries: [] };
      const notice: Notice = {
        eventType: "TRANSACTION.SUCCESS",
        summary: "支付成功",
        original: "transaction",
        content: transactionView({ ...order, refunded: 0 }),
      };
      const { badSignature: forged, probe } = settlement;
      const by = { signer: noticeSignerOf(order.mchid), apiV3Key: apiV3KeyOf(order.mchid), forged, probe };
      const callback = noticeCallback(notice, { url: order.notifyUrl, subject: no }, by);
      return { state, deliveries: await callbacks.send(callback, settlement) };
    },
    addMerchant: (mchId, verifiedBy) => merchants.add(mchId, verifiedBy),
    ...refundSide.channel,
  };

  return { provider, channel };
}

/** A path part that is not valid percent-encoding is used as it is, and not found. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
