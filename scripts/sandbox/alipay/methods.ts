/** The gateway's methods: what each does to trades and refunds, and what it answers. */
import type { PlatformAnswer } from "../platform.js";
import { cashierPage } from "./cashier.js";
import { returnAddress, type Notifier } from "./notice.js";
import { refundAnswer, refundView, type AlipayRefunds } from "./refund.js";
import { refused } from "./refusal.js";
import { parseContent, PayContent, RefundContent, RefundQueryContent, TradeContent } from "./requests.js";
import type { Parameters } from "./signature.js";
import { tradeView, type AlipayTrades, type TradeKind } from "./trade.js";

export interface MethodReply {
  /** The fields of the answer beside code and msg; of a page-opening method there are none. */
  fields: object;
  page?: PlatformAnswer;
  afterwards?: () => void;
}

export interface Method {
  /** A signed link that a payer opens, not a call of the service. */
  opensPage: boolean;
  reply(parameters: Parameters, at: number): MethodReply;
}

const PRODUCTS: Record<TradeKind, string> = { PAGE: "FAST_INSTANT_TRADE_PAY", APP: "QUICK_MSECURITY_PAY" };

export function alipayMethods(house: {
  trades: AlipayTrades;
  refunds: AlipayRefunds;
  notifier: Notifier;
  /** Whether the next refund stays under way. */
  isHeld: () => boolean;
  notifyRefund: (outRequestNo: string) => void;
}): ReadonlyMap<string, Method> {
  const { trades, refunds } = house;

  const pay = (kind: TradeKind): Method => ({
    opensPage: true,
    reply: (parameters, at) => {
      const content = parseContent(PayContent, parameters["biz_content"]);
      if (content.product_code !== PRODUCTS[kind]) {
        throw refused("INVALID_PARAMETER", `参数无效: product_code must be ${PRODUCTS[kind]}`);
      }
      const trade = trades.open(kind, content, addressOf(parameters, "notify_url"), at);
      const returnUrl = kind === "PAGE" ? addressOf(parameters, "return_url") : null;
      const returnTo = returnUrl === null ? null : returnAddress(returnUrl, house.notifier, trade);
      return { fields: {}, page: cashierPage(trade, returnTo) };
    },
  });

  const call = (reply: Method["reply"]): Method => ({ opensPage: false, reply });

  return new Map<string, Method>([
    ["alipay.trade.page.pay", pay("PAGE")],
    ["alipay.trade.app.pay", pay("APP")],
    [
      "alipay.trade.query",
      call((parameters) => ({
        fields: tradeView(trades.named(parseContent(TradeContent, parameters["biz_content"]))),
      })),
    ],
    [
      "alipay.trade.close",
      call((parameters) => {
        const trade = trades.named(parseContent(TradeContent, parameters["biz_content"]));
        trades.close(trade);
        return { fields: { trade_no: trade.tradeNo, out_trade_no: trade.outTradeNo } };
      }),
    ],
    [
      "alipay.trade.refund",
      call((parameters, at) => {
        const content = parseContent(RefundContent, parameters["biz_content"]);
        const notifyUrl = addressOf(parameters, "notify_url");
        const { trade, refund, changed } = refunds.request(content, notifyUrl, at, house.isHeld);
        return {
          fields: refundAnswer(trade, refund, changed),
          ...(changed && { afterwards: () => house.notifyRefund(refund.outRequestNo) }),
        };
      }),
    ],
    [
      "alipay.trade.fastpay.refund.query",
      call((parameters) => {
        const content = parseContent(RefundQueryContent, parameters["biz_content"]);
        const trade = trades.named(content);
        const withTime = content.query_options?.includes("gmt_refund_pay") ?? false;
        return { fields: refundView(trade, refunds.find(content.out_request_no), withTime) };
      }),
    ],
  ]);
}

/** An absolute address among the public parameters; null when there is none. */
function addressOf(parameters: Parameters, name: "notify_url" | "return_url"): string | null {
  const address = parameters[name];
  if (!address) return null;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw refused("INVALID_PARAMETER", `参数无效: ${name} must be an absolute URL`);
  }
  return address;
}
