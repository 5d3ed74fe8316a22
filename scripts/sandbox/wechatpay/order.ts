/** Orders at the channel: opened, paid, closed. Money in fen, times in epoch ms. */
import { randomBytes, randomInt } from "node:crypto";
import { beijingDigits, beijingTime } from "../beijingTime.js";
import type { Shelf } from "../journal.js";
import { SettleRefused, type ChannelOrder, type Settlement } from "../pay/channel.js";
import { invalidRequest, orderClosed, orderNotExist, orderPaid, parameterError } from "./refusal.js";
import type { PrepayBody } from "./requests.js";

export type TradeType = "NATIVE" | "JSAPI" | "APP";

export interface WechatpayOrder {
  outTradeNo: string;
  tradeType: TradeType;
  appid: string;
  mchid: string;
  description: string;
  attach: string | null;
  notifyUrl: string;
  total: number;
  /** The payer; for NATIVE and APP known only once paid. */
  openid: string | null;
  /** code_url for NATIVE, prepay_id for the others. */
  opens: string;
  /** PAYERROR is a failed attempt: the payer may try again. A paid order shows as REFUND once it was refunded. */
  state: "NOTPAY" | "SUCCESS" | "CLOSED" | "PAYERROR";
  transactionId: string | null;
  paidTotal: number | null;
  paidAt: number | null;
  refunded: number;
  createdAt: number;
}

const STATE_TEXT: Record<string, string> = {
  SUCCESS: "支付成功",
  REFUND: "转入退款",
  NOTPAY: "订单未支付",
  CLOSED: "订单已关闭",
  PAYERROR: "支付失败(其他原因，如银行返回失败)",
};

function newOpens(tradeType: TradeType, at: number): string {
  return tradeType === "NATIVE"
    ? `weixin://wxpay/bizpayurl?pr=${randomBytes(12).toString("base64url").replace(/[-_]/g, "0").slice(0, 9)}`
    : `wx${beijingDigits(at)}${randomBytes(10).toString("hex")}`;
}

const newTransactionId = (at: number): string =>
  `42000${beijingDigits(at).slice(0, 8)}${String(randomInt(10 ** 12)).padStart(15, "0")}`;

const newOpenid = (): string => `o${randomBytes(20).toString("base64url").slice(0, 27)}`;

/** The provider compares a repeated order with the first one; only the deadline may differ. */
function isSameOrder(order: WechatpayOrder, tradeType: TradeType, body: PrepayBody): boolean {
  return (
    order.tradeType === tradeType &&
    order.appid === body.appid &&
    order.total === body.amount.total &&
    order.description === body.description &&
    order.attach === (body.attach ?? null) &&
    order.notifyUrl === body.notify_url &&
    (tradeType !== "JSAPI" || order.openid === body.payer?.openid)
  );
}

export class WechatpayOrders {
  readonly #shelf: Shelf<WechatpayOrder>;

  constructor(shelf: Shelf<WechatpayOrder>) {
    this.#shelf = shelf;
  }

  list(): WechatpayOrder[] {
    return this.#shelf.list();
  }

  find(outTradeNo: string): WechatpayOrder | undefined {
    return this.#shelf.get(outTradeNo);
  }

  findByTransaction(transactionId: string): WechatpayOrder | undefined {
    return this.#shelf.list().find((order) => order.transactionId === transactionId);
  }

  /** The same request again returns the same order; throws the provider's refusals. */
  open(tradeType: TradeType, body: PrepayBody, at: number): WechatpayOrder {
    const found = this.find(body.out_trade_no);
    if (found?.state === "SUCCESS") throw orderPaid();
    if (found?.state === "CLOSED") throw orderClosed();
    if (found && !isSameOrder(found, tradeType, body)) throw invalidRequest("请求重入时，参数与首次请求时不一致");
    if (found) return found;
    if (tradeType === "JSAPI" && !body.payer) throw parameterError("/payer/openid", "is required");
    if (body.time_expire !== undefined && Date.parse(body.time_expire) <= at) {
      throw parameterError("/time_expire", "must lie in the future", body.time_expire);
    }
    return this.#keep({
      outTradeNo: body.out_trade_no,
      tradeType,
      appid: body.appid,
      mchid: body.mchid,
      description: body.description,
      attach: body.attach ?? null,
      notifyUrl: body.notify_url,
      total: body.amount.total,
      openid: tradeType === "JSAPI" ? (body.payer?.openid ?? null) : null,
      opens: newOpens(tradeType, at),
      state: "NOTPAY",
      transactionId: null,
      paidTotal: null,
      paidAt: null,
      refunded: 0,
      createdAt: at,
    });
  }

  /** The merchant closes it; closing twice is allowed. */
  close(outTradeNo: string): void {
    const order = this.find(outTradeNo);
    if (!order) throw orderNotExist();
    if (order.state === "SUCCESS") throw orderPaid();
    if (order.state !== "CLOSED") this.#keep({ ...order, state: "CLOSED" });
  }

  /** Plays the payer. Paying a paid order again changes nothing (the caller may want its callback once more). */
  settle(order: WechatpayOrder, settlement: Settlement, at: number): WechatpayOrder {
    const { outcome, amount, force } = settlement;
    if (order.state === "SUCCESS") {
      if (outcome === "success") return order;
      throw new SettleRefused(`${order.outTradeNo} is paid: it cannot end as ${outcome}`);
    }
    if (outcome === "closed") return this.#keep({ ...order, state: "CLOSED" });
    if (order.state === "CLOSED" && !force) {
      throw new SettleRefused(`${order.outTradeNo} is closed: give force to pay it all the same`);
    }
    if (outcome === "fail") return this.#keep({ ...order, state: "PAYERROR" });
    return this.#keep({
      ...order,
      state: "SUCCESS",
      openid: order.openid ?? newOpenid(),
      transactionId: newTransactionId(at),
      paidTotal: amount ?? order.total,
      paidAt: at,
    });
  }

  addRefund(order: WechatpayOrder, fen: number): void {
    this.#keep({ ...order, refunded: order.refunded + fen });
  }

  #keep(order: WechatpayOrder): WechatpayOrder {
    this.#shelf.put(order.outTradeNo, order);
    return order;
  }
}

/** The transaction in queries and callbacks. An unpaid one has no transaction_id, payer and success_time. */
export function transactionView(order: WechatpayOrder): Record<string, unknown> {
  const state = order.state === "SUCCESS" && order.refunded > 0 ? "REFUND" : order.state;
  const paid = order.paidTotal !== null && order.paidAt !== null;
  const total = order.paidTotal ?? order.total;
  return {
    appid: order.appid,
    mchid: order.mchid,
    out_trade_no: order.outTradeNo,
    ...(paid && { transaction_id: order.transactionId }),
    ...(paid && { trade_type: order.tradeType, bank_type: "OTHERS" }),
    trade_state: state,
    trade_state_desc: STATE_TEXT[state],
    ...(order.attach !== null && { attach: order.attach }),
    ...(paid && { success_time: beijingTime(order.paidAt ?? 0), payer: { openid: order.openid } }),
    amount: { total, currency: "CNY", ...(paid && { payer_total: total }), payer_currency: "CNY" },
    promotion_detail: [],
  };
}

export function channelOrder(order: WechatpayOrder, channel: string): ChannelOrder {
  const states = { SUCCESS: "paid", CLOSED: "closed", NOTPAY: "waiting", PAYERROR: "waiting" } as const;
  return {
    no: order.outTradeNo,
    channel,
    kind: order.tradeType,
    description: order.description,
    state: states[order.state],
    amount: order.total,
    paidAmount: order.paidTotal,
    paidAt: order.paidAt,
    refunded: order.refunded,
    createdAt: order.createdAt,
    opens: order.opens,
    notifyUrl: order.notifyUrl,
  };
}
