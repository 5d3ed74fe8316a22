/** The gateway's methods: what each does to trades and refunds, and its response. */
import { headerOf, type ProviderAnswer, type ProviderCall } from "../provider.js";
import type { AlipayApplication } from "./applications.js";
import { tradeBillZip } from "./bill.js";
import { beijingTime } from "../beijingTime.js";
import { cashierPage } from "./cashier.js";
import { returnAddress, type Notifier } from "./notice.js";
import { refundAnswer, refundView, type AlipayRefunds } from "./refund.js";
import { AlipayRefusal, refused, tradeNotExist } from "./refusal.js";
import { BillContent, parseContent, PayContent, RefundContent, RefundQueryContent, TradeContent } from "./requests.js";
import type { Parameters } from "./signature.js";
import { tradeView, type AlipayTrade, type AlipayTrades, type TradeKind } from "./trade.js";

interface MethodReply {
  /** The fields of the response beside code and msg; a method that opens a page has none. */
  fields: object;
  page?: ProviderAnswer;
  afterwards?: () => void;
}

interface Method {
  /** A signed link that a payer opens, not a call of the service. */
  opensPage: boolean;
  reply(parameters: Parameters, at: number, by: Caller): MethodReply;
}

/** Which application calls, and how. */
interface Caller {
  application: AlipayApplication;
  call: ProviderCall;
}

const PRODUCTS: Record<TradeKind, string> = { PAGE: "FAST_INSTANT_TRADE_PAY", APP: "QUICK_MSECURITY_PAY" };

export function alipayMethods(dependencies: {
  trades: AlipayTrades;
  refunds: AlipayRefunds;
  notifierOf: (appId: string) => Notifier;
  /** The application that owns a trade. */
  appIdOf: (trade: AlipayTrade) => string;
  /** Stores a file and returns its download path. */
  keepFile: (bytes: Buffer) => string;
  /** Whether the next refund stays under way. */
  isHeld: (content: string) => boolean;
  notifyRefund: (outRequestNo: string) => void;
}): ReadonlyMap<string, Method> {
  const { trades, refunds } = dependencies;

  /** By either number; another application's trade counts as not found. */
  function named(content: TradeContent, { application }: Caller): AlipayTrade {
    const trade = trades.named(content);
    if (dependencies.appIdOf(trade) !== application.appId) throw tradeNotExist();
    return trade;
  }

  const pay = (kind: TradeKind): Method => ({
    opensPage: true,
    reply: (parameters, at, { application: { appId } }) => {
      const content = parseContent(PayContent, parameters["biz_content"]);
      if (content.product_code !== PRODUCTS[kind]) {
        throw refused("INVALID_PARAMETER", `参数无效: product_code must be ${PRODUCTS[kind]}`);
      }
      const trade = trades.open(kind, content, { appId, notifyUrl: addressOf(parameters, "notify_url") }, at);
      const returnUrl = kind === "PAGE" ? addressOf(parameters, "return_url") : null;
      const returnTo = returnUrl === null ? null : returnAddress(returnUrl, dependencies.notifierOf(appId), trade);
      return { fields: {}, page: cashierPage(trade, returnTo) };
    },
  });

  const call = (reply: Method["reply"]): Method => ({ opensPage: false, reply });

  return new Map<string, Method>([
    ["alipay.trade.page.pay", pay("PAGE")],
    ["alipay.trade.app.pay", pay("APP")],
    [
      "alipay.trade.query",
      call((parameters, _, by) => ({
        fields: tradeView(named(parseContent(TradeContent, parameters["biz_content"]), by)),
      })),
    ],
    [
      "alipay.trade.close",
      call((parameters, _, by) => {
        const trade = named(parseContent(TradeContent, parameters["biz_content"]), by);
        trades.close(trade);
        return { fields: { trade_no: trade.tradeNo, out_trade_no: trade.outTradeNo } };
      }),
    ],
    [
      "alipay.trade.refund",
      call((parameters, at, by) => {
        const content = parseContent(RefundContent, parameters["biz_content"]);
        const notifyUrl = addressOf(parameters, "notify_url");
        const wanted = named(content, by);
        if (wanted.state === "TRADE_FINISHED") throw refused("TRADE_HAS_FINISHED", "交易已完结");
        const { trade, refund, changed } = refunds.request(wanted, content, notifyUrl, at, () =>
          dependencies.isHeld(parameters["biz_content"] ?? ""),
        );
        return {
          fields: refundAnswer(trade, refund, changed),
          ...(changed && { afterwards: () => dependencies.notifyRefund(refund.outRequestNo) }),
        };
      }),
    ],
    [
      "alipay.trade.fastpay.refund.query",
      call((parameters, _, by) => {
        const content = parseContent(RefundQueryContent, parameters["biz_content"]);
        const trade = named(content, by);
        const withTime = content.query_options?.includes("gmt_refund_pay") ?? false;
        return { fields: refundView(trade, refunds.find(content.out_request_no), withTime) };
      }),
    ],
    [
      // The real provider has a day's statement from the next morning on; here today's is available too.
      "alipay.data.dataservice.bill.downloadurl.query",
      call((parameters, at, { application, call: { headers, path, requestedPath, ...rest } }) => {
        const { bill_date: day } = parseContent(BillContent, parameters["biz_content"]);
        const none = (): AlipayRefusal => new AlipayRefusal("40004", "isp.bill_not_exist", "账单不存在");
        if (day > beijingTime(at).slice(0, 10)) throw none();
        const own = trades.list().filter((trade) => dependencies.appIdOf(trade) === application.appId);
        const zip = tradeBillZip(day, { sellerId: application.sellerId, at }, own, refunds.list());
        if (!zip) throw none();
        const prefix = requestedPath.slice(0, requestedPath.length - path.length);
        const host = headerOf({ headers, path, requestedPath, ...rest }, "host") ?? "";
        return { fields: { bill_download_url: `http://${host}${prefix}${dependencies.keepFile(zip)}` } };
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
