/** The trade bill of a day: all payments and refunds, in the provider's format. */
import { createHash, randomBytes } from "node:crypto";
import { beijingClock, beijingTime } from "../beijingTime.js";
import { headerOf, type ProviderCall } from "../provider.js";
import type { WechatpayOrder, WechatpayOrders } from "./order.js";
import type { WechatpayRefund, WechatpayRefunds } from "./refund.js";
import { invalidRequest, parameterError, WechatpayRefusal } from "./refusal.js";

const COLUMNS =
  "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
const SUMS = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";

const yuan = (fen: number): string => (fen / 100).toFixed(2);
/** 0.6 percent, rounded half up; fees are written with five decimals. */
const feeOf = (fen: number): number => Math.floor((fen * 6 + 500) / 1_000);
const feeText = (fen: number): string => (fen / 100).toFixed(5);
/** A merchant's texts stand in it as they came, whatever they do to the line. */
const line = (cells: readonly string[]): string => cells.map((text) => `\`${text}`).join(",");

/** The bill, or undefined when nothing happened on that day (yyyy-MM-dd of Beijing). */
function tradeBillText(day: string, orders: WechatpayOrder[], refunds: WechatpayRefund[]): string | undefined {
  const paid = orders.filter(({ paidAt }) => paidAt !== null && beijingClock(paidAt).startsWith(day));
  const back = refunds.filter(
    ({ createdAt, status }) => status !== "CLOSED" && beijingClock(createdAt).startsWith(day),
  );
  if (paid.length + back.length === 0) return undefined;
  const byNo = new Map(orders.map((order) => [order.outTradeNo, order]));
  const rows = [
    ...paid.map((order) => ({ at: order.paidAt ?? 0, cells: cellsOf(order, null) })),
    ...back.map((refund) => ({ at: refund.createdAt, cells: cellsOf(byNo.get(refund.outTradeNo), refund) })),
  ].toSorted((a, b) => a.at - b.at);
  const total = paid.reduce((sum, { paidTotal }) => sum + (paidTotal ?? 0), 0);
  const returned = back.reduce((sum, { refund }) => sum + refund, 0);
  const fees =
    paid.reduce((sum, { paidTotal }) => sum + feeOf(paidTotal ?? 0), 0) -
    back.reduce((sum, { refund }) => sum + feeOf(refund), 0);
  const sums = [String(rows.length), yuan(total), yuan(returned), "0.00", feeText(fees), yuan(total), yuan(returned)];
  return `\uFEFF${[COLUMNS, ...rows.map(({ cells }) => line(cells)), SUMS, line(sums)].join("\r\n")}\r\n`;
}

function cellsOf(order: WechatpayOrder | undefined, refund: WechatpayRefund | null): string[] {
  const paid = order?.paidTotal ?? 0;
  const states = { PROCESSING: "PROCESSING", SUCCESS: "SUCCESS", ABNORMAL: "CHANGE", CLOSED: "FAIL" } as const;
  return [
    beijingClock(refund?.createdAt ?? order?.paidAt ?? 0),
    order?.appid ?? "",
    order?.mchid ?? refund?.mchid ?? "",
    "0",
    "",
    order?.transactionId ?? "",
    order?.outTradeNo ?? "",
    order?.openid ?? "",
    order?.tradeType ?? "",
    refund ? "REFUND" : "SUCCESS",
    "OTHERS",
    "CNY",
    refund ? "0.00" : yuan(paid),
    "0.00",
    refund?.refundId ?? "0",
    refund?.outRefundNo ?? "0",
    refund ? yuan(refund.refund) : "0.00",
    "0.00",
    refund ? "ORIGINAL" : "",
    refund ? states[refund.status] : "",
    order?.description ?? "",
    order?.attach ?? "",
    feeText(refund ? -feeOf(refund.refund) : feeOf(paid)),
    "0.60%",
    refund ? "0.00" : yuan(paid),
    refund ? yuan(refund.refund) : "0.00",
    "",
  ];
}

const KEPT_FILES = 20;

/** Bills by day, and the announced files by the token in their address; each belongs to one merchant. */
export class TradeBills {
  readonly #orders: WechatpayOrders;
  readonly #refunds: WechatpayRefunds;
  readonly #files = new Map<string, { mchId: string; bytes: Buffer }>();

  constructor(orders: WechatpayOrders, refunds: WechatpayRefunds) {
    this.#orders = orders;
    this.#refunds = refunds;
  }

  /** The real provider has a day's bill from the next morning on; here today's is available too. */
  announce(call: ProviderCall, parameters: URLSearchParams, mchId: string): object {
    const day = parameters.get("bill_date") ?? "";
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw parameterError("bill_date", "must be yyyy-MM-dd", day);
    if (!["ALL", null].includes(parameters.get("bill_type"))) throw parameterError("bill_type", "only ALL is played");
    if (day > beijingTime(call.at).slice(0, 10)) throw invalidRequest("账单日期不能晚于今天");
    const own = <T extends { mchid: string }>(rows: T[]): T[] => rows.filter(({ mchid }) => mchid === mchId);
    const text = tradeBillText(day, own(this.#orders.list()), own(this.#refunds.list()));
    if (text === undefined) throw new WechatpayRefusal(400, "NO_STATEMENT_EXIST", "账单文件不存在");
    const bytes = Buffer.from(text, "utf8");
    const prefix = call.requestedPath.slice(0, call.requestedPath.length - call.path.length);
    const place = `http://${headerOf(call, "host") ?? ""}${prefix}/v3/billdownload/file`;
    return {
      download_url: `${place}?token=${this.#keep(mchId, bytes)}`,
      hash_type: "SHA1",
      hash_value: createHash("sha1").update(bytes).digest("hex"),
    };
  }

  file(parameters: URLSearchParams, mchId: string): Buffer {
    const file = this.#files.get(parameters.get("token") ?? "");
    if (file?.mchId !== mchId) throw new WechatpayRefusal(404, "RESOURCE_NOT_EXISTS", "账单文件不存在");
    return file.bytes;
  }

  #keep(mchId: string, bytes: Buffer): string {
    const token = randomBytes(24).toString("base64url");
    this.#files.set(token, { mchId, bytes });
    for (const oldest of [...this.#files.keys()].slice(0, -KEPT_FILES)) this.#files.delete(oldest);
    return token;
  }
}
