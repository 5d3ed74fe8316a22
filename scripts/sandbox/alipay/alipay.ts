/** The Alipay gateway: trades, refunds, and their notifications. */
import { createPrivateKey, randomBytes } from "node:crypto";
import type { CallbackSender, Delivery } from "../callbackSender.js";
import type { Faults } from "../faults.js";
import type { Journal } from "../journal.js";
import type { AlipayKeys } from "../keyTypes.js";
import { SettleRefused, type PayChannel } from "../pay/channel.js";
import type { Provider, ProviderAnswer, ProviderCall } from "../provider.js";
import {
  CALL_SKEW_MS,
  checkParameters,
  misSignedAnswer,
  PAGE_SKEW_MS,
  parametersOf,
  responseName,
  signedAnswer,
} from "./gateway.js";
import { AlipayApplications, type AlipayApplication } from "./applications.js";
import { alipayMethods } from "./methods.js";
import { noticeCallback, noticeParameters, type Notifier } from "./notice.js";
import { AlipayRefunds, channelRefund, type AlipayRefund } from "./refund.js";
import { AlipayRefusal, invalid, missing, refused, systemError } from "./refusal.js";
import { AlipayTrades, channelOrder, type AlipayTrade } from "./trade.js";

const NAME = "alipay";
const PLACE = "/gateway.do";
/** Announced statements are downloaded without credentials, by their token alone. */
const FILES = "/downloadBillFile.resource";
const KEPT_FILES = 20;

interface AlipaySide {
  provider: Provider;
  channel: PayChannel;
}

export function makeAlipay(
  keys: AlipayKeys,
  dependencies: { journal: Journal; callbacks: CallbackSender; faults: Faults; now: () => number },
): AlipaySide {
  const { now, callbacks } = dependencies;
  const applications = new AlipayApplications(
    dependencies.journal.shelf<AlipayApplication>("alipay.application"),
    keys,
  );
  const privateKey = createPrivateKey(keys.platformPrivateKey);
  const appIdOf = (trade: AlipayTrade): string => trade.appId ?? keys.appId;
  const notifierOf = (appId: string): Notifier => {
    const { sellerId } = applications.find(appId) ?? applications.own;
    return { appId, sellerId, privateKey, now };
  };
  const files = new Map<string, Buffer>();
  const trades = new AlipayTrades(dependencies.journal.shelf<AlipayTrade>("alipay.trade"), now);
  const refunds = new AlipayRefunds(dependencies.journal.shelf<AlipayRefund>("alipay.refund"), trades);

  const methods = alipayMethods({
    trades,
    refunds,
    notifierOf,
    appIdOf,
    keepFile: (bytes) => {
      const token = randomBytes(24).toString("base64url");
      files.set(token, bytes);
      for (const oldest of [...files.keys()].slice(0, -KEPT_FILES)) files.delete(oldest);
      return `${FILES}?token=${token}`;
    },
    isHeld: (content) => {
      const call = `${PLACE} alipay.trade.refund`;
      if (dependencies.faults.takeLowBalance(NAME, call, content))
        throw refused("SELLER_BALANCE_NOT_ENOUGH", "卖家余额不足");
      return dependencies.faults.takeHold(NAME, call, content);
    },
    notifyRefund: (no) => void notifyRefund(no),
  });

  /** Notifies of a refund that succeeded; the provider does not notify of others. */
  async function notifyRefund(no: string, as: Partial<AlipayRefund> = {}): Promise<Delivery[]> {
    const found = refunds.find(no);
    const refund = found && { ...found, ...as };
    const trade = refund && trades.find(refund.outTradeNo);
    if (refund?.state !== "success" || !refund.notifyUrl || !trade) return [];
    const notifier = notifierOf(appIdOf(trade));
    return callbacks.send(noticeCallback(noticeParameters(notifier, trade, refund), refund.notifyUrl, notifier));
  }

  function replyTo(call: ProviderCall): ProviderAnswer {
    const parameters = parametersOf(call);
    const name = parameters["method"] ?? "";
    const method = methods.get(name);
    const answerName = method ? responseName(name) : "error_response";
    try {
      if (name !== "" && !method) throw invalid("isv.invalid-method", "不存在的方法名");
      const skewMs = method?.opensPage ? PAGE_SKEW_MS : CALL_SKEW_MS;
      const application = checkParameters(parameters, applications, { at: call.at, skewMs });
      if (!method) throw missing("isv.missing-method", "缺少方法名参数");
      const { fields, page, afterwards } = method.reply(parameters, call.at, { application, call });
      const answer = page ?? signedAnswer(answerName, { code: "10000", msg: "Success", ...fields }, privateKey);
      return { ...answer, ...(afterwards && { afterwards }) };
    } catch (error) {
      if (error instanceof AlipayRefusal) return signedAnswer(answerName, error.toJSON(), privateKey);
      throw error;
    }
  }

  const refusal = (call: ProviderCall, why: AlipayRefusal): ProviderAnswer => {
    const name = parametersOf(call)["method"] ?? "";
    return signedAnswer(methods.has(name) ? responseName(name) : "error_response", why.toJSON(), privateKey);
  };

  const provider: Provider = {
    name: NAME,
    operation: (call) => parametersOf(call)["method"] ?? null,
    answer: (call) => {
      const { pathname, searchParams } = new URL(call.path, "http://platform");
      const file = pathname === FILES ? files.get(searchParams.get("token") ?? "") : undefined;
      if (file) return { status: 200, headers: { "Content-Type": "application/octet-stream" }, body: "", bytes: file };
      if (pathname !== PLACE) return { status: 404, headers: { "Content-Type": "text/plain" }, body: "Not Found" };
      return replyTo(call);
    },
    failure: (call) => ({ ...refusal(call, systemError()), status: 500 }),
    wronglySigned: (answer, call) =>
      misSignedAnswer(answer, privateKey) ?? refusal(call, invalid("isv.invalid-signature", "验签出错")),
  };

  const channel: PayChannel = {
    name: NAME,
    listOrders: () => trades.list().map((trade) => channelOrder(trade, NAME)),
    findOrder: (no) => {
      const trade = trades.find(no);
      return trade && channelOrder(trade, NAME);
    },
    settle: async (no, settlement) => {
      const found = trades.find(no);
      if (!found) throw new SettleRefused(`no order ${no}`);
      const trade = trades.settle(found, settlement, now());
      const { state } = channelOrder(trade, NAME);
      // The provider notifies only of success; a closed payment shows in a query.
      if (settlement.outcome !== "success" || !settlement.notify || !trade.notifyUrl) return { state, deliveries: [] };
      const notifier = notifierOf(appIdOf(trade));
      const notice = noticeParameters(notifier, trade);
      const callback = noticeCallback(notice, trade.notifyUrl, notifier, settlement.badSignature);
      return { state, deliveries: await callbacks.send(callback, settlement) };
    },
    finish: async (no, notify) => {
      const found = trades.find(no);
      if (!found) throw new SettleRefused(`no order ${no}`);
      const trade = trades.finish(found);
      const { state } = channelOrder(trade, NAME);
      if (!notify || !trade.notifyUrl) return { state, deliveries: [] };
      const notifier = notifierOf(appIdOf(trade));
      const callback = noticeCallback(noticeParameters(notifier, trade), trade.notifyUrl, notifier);
      return { state, deliveries: await callbacks.send(callback) };
    },
    addMerchant: (appId) => applications.add(appId),
    tellRefund: (no, outcome) => notifyRefund(no, { state: outcome }),
    refundByHand: async (no, amount) => {
      const out_request_no = `console${randomBytes(8).toString("hex")}`;
      try {
        const trade = trades.named({ out_trade_no: no });
        refunds.request(trade, { out_trade_no: no, refund_amount: amount, out_request_no }, null, now(), () => false);
      } catch (error) {
        if (error instanceof AlipayRefusal) throw new SettleRefused(error.message);
        throw error;
      }
      return { no: out_request_no, deliveries: await notifyRefund(out_request_no) };
    },
    listRefunds: () => refunds.list().map((refund) => channelRefund(refund, NAME)),
    findRefund: (no) => {
      const refund = refunds.find(no);
      return refund && channelRefund(refund, NAME);
    },
    settleRefund: async (no, settlement) => {
      const found = refunds.find(no);
      if (!found) throw new SettleRefused(`no refund ${no}`);
      const { state } = refunds.settle(found, settlement, now());
      return { state, deliveries: settlement.notify ? await notifyRefund(no) : [] };
    },
  };

  return { provider, channel };
}
