/** Refunds at the channel. Money in fen, times in epoch ms. */
import { randomInt } from "node:crypto";
import { beijingDigits, beijingTime } from "../beijingTime.js";
import type { Shelf } from "../journal.js";
import type { ChannelRefund, RefundSettlement } from "../pay/channel.js";
import { checkMove, holdsMoney } from "../pay/refundMoves.js";
import type { WechatpayOrder, WechatpayOrders } from "./order.js";
import { invalidRequest, WechatpayRefusal } from "./refusal.js";
import type { RefundBody } from "./requests.js";

type RefundStatus = "PROCESSING" | "SUCCESS" | "ABNORMAL" | "CLOSED";

export interface WechatpayRefund {
  outRefundNo: string;
  refundId: string;
  outTradeNo: string;
  transactionId: string;
  mchid: string;
  refund: number;
  total: number;
  reason: string | null;
  notifyUrl: string | null;
  status: RefundStatus;
  createdAt: number;
  settledAt: number | null;
  /** Where an abnormal refund was sent instead of to the payer's own account. */
  sentTo?: string;
}

const states = { PROCESSING: "processing", SUCCESS: "success", ABNORMAL: "abnormal", CLOSED: "closed" } as const;
export const refundStatuses = { success: "SUCCESS", abnormal: "ABNORMAL", closed: "CLOSED" } as const;

const MAX_REFUNDS_OF_ORDER = 50;

const newRefundId = (at: number): string =>
  `503${beijingDigits(at).slice(0, 8)}${String(randomInt(10 ** 12)).padStart(18, "0")}`;

export class WechatpayRefunds {
  readonly #shelf: Shelf<WechatpayRefund>;
  readonly #orders: WechatpayOrders;

  constructor(shelf: Shelf<WechatpayRefund>, orders: WechatpayOrders) {
    this.#shelf = shelf;
    this.#orders = orders;
  }

  list(): WechatpayRefund[] {
    return this.#shelf.list();
  }

  find(outRefundNo: string): WechatpayRefund | undefined {
    return this.#shelf.get(outRefundNo);
  }

  /**
   * Accepts a refund. The same number with the same amounts is the same refund; it settles at once unless held.
   * @returns the refund as the response shows it (PROCESSING when new), and whether it settled in this call
   */
  request(body: RefundBody, at: number, isHeld: () => boolean): { answered: WechatpayRefund; settled: boolean } {
    const order = this.#orderOf(body);
    const known = this.find(body.out_refund_no);
    if (known) {
      const same = known.outTradeNo === order.outTradeNo && known.refund === body.amount.refund;
      if (!same) throw invalidRequest("订单金额或退款金额与之前请求不一致，请核实后再试");
      return { answered: known, settled: false };
    }
    const paid = order.paidTotal ?? 0;
    if (order.state !== "SUCCESS") throw invalidRequest("订单未支付");
    if (body.amount.total !== paid) throw invalidRequest("订单金额与支付金额不一致，请核实后再试");
    if (order.refunded + body.amount.refund > paid) throw invalidRequest("申请退款金额大于可退金额");
    if (order.refunded > 0 && this.#countOf(order) >= MAX_REFUNDS_OF_ORDER)
      throw invalidRequest("一笔订单最多支持50次部分退款");

    const taken: WechatpayRefund = {
      outRefundNo: body.out_refund_no,
      refundId: newRefundId(at),
      outTradeNo: order.outTradeNo,
      transactionId: order.transactionId ?? "",
      mchid: order.mchid,
      refund: body.amount.refund,
      total: paid,
      reason: body.reason ?? null,
      notifyUrl: body.notify_url ?? null,
      status: "PROCESSING",
      createdAt: at,
      settledAt: null,
    };
    const held = isHeld();
    this.#shelf.put(taken.outRefundNo, held ? taken : { ...taken, status: "SUCCESS", settledAt: at });
    this.#orders.addRefund(order, taken.refund);
    return { answered: taken, settled: !held };
  }

  /** Moves a refund on. A closed one returns its money to the order; an abnormal one needs the merchant. */
  settle(refund: WechatpayRefund, { outcome: to, force }: RefundSettlement, at: number): WechatpayRefund {
    const from = states[refund.status];
    const order = this.#orders.find(refund.outTradeNo);
    const leftFen = order ? (order.paidTotal ?? 0) - order.refunded : 0;
    checkMove("wechatpay", { no: refund.outRefundNo, from, to, fen: refund.refund }, { force, leftFen });
    const settled: WechatpayRefund = { ...refund, status: refundStatuses[to], settledAt: at };
    this.#shelf.put(settled.outRefundNo, settled);
    const held = Number(holdsMoney("wechatpay", to)) - Number(holdsMoney("wechatpay", from));
    if (held !== 0 && order) this.#orders.addRefund(order, held * refund.refund);
    return settled;
  }

  /** Takes on an abnormal refund for another account; it settles at once unless held. */
  redirect(refund: WechatpayRefund, sentTo: string, at: number, isHeld: () => boolean): WechatpayRefund {
    if (refund.status !== "ABNORMAL") throw invalidRequest("退款单状态不是退款异常，不能发起异常退款");
    const taken: WechatpayRefund = { ...refund, status: "PROCESSING", sentTo };
    this.#shelf.put(taken.outRefundNo, isHeld() ? taken : { ...taken, status: "SUCCESS", settledAt: at });
    return taken;
  }

  findById(refundId: string): WechatpayRefund | undefined {
    return this.#shelf.list().find((refund) => refund.refundId === refundId);
  }

  #orderOf(body: RefundBody): WechatpayOrder {
    const order =
      body.out_trade_no === undefined
        ? this.#orders.findByTransaction(body.transaction_id ?? "")
        : this.#orders.find(body.out_trade_no);
    if (!order) throw new WechatpayRefusal(404, "RESOURCE_NOT_EXISTS", "订单不存在");
    return order;
  }

  #countOf(order: WechatpayOrder): number {
    return this.#shelf.list().filter((refund) => refund.outTradeNo === order.outTradeNo).length;
  }
}

/** The refund in API responses. */
export function refundView(refund: WechatpayRefund): Record<string, unknown> {
  const { refund: fen, total } = refund;
  return {
    refund_id: refund.refundId,
    out_refund_no: refund.outRefundNo,
    transaction_id: refund.transactionId,
    out_trade_no: refund.outTradeNo,
    channel: "ORIGINAL",
    user_received_account: refund.sentTo ?? "支付用户零钱",
    ...(refund.status === "SUCCESS" && { success_time: beijingTime(refund.settledAt ?? 0) }),
    create_time: beijingTime(refund.createdAt),
    status: refund.status,
    funds_account: "AVAILABLE",
    amount: {
      total,
      refund: fen,
      payer_total: total,
      payer_refund: fen,
      settlement_refund: fen,
      settlement_total: total,
      discount_refund: 0,
      currency: "CNY",
    },
    promotion_detail: [],
  };
}

/** The refund in its callback, whose field names differ from the API's. */
export function refundNotice(refund: WechatpayRefund): Record<string, unknown> {
  const { refund: fen, total } = refund;
  return {
    mchid: refund.mchid,
    transaction_id: refund.transactionId,
    out_trade_no: refund.outTradeNo,
    refund_id: refund.refundId,
    out_refund_no: refund.outRefundNo,
    refund_status: refund.status,
    ...(refund.status === "SUCCESS" && { success_time: beijingTime(refund.settledAt ?? 0) }),
    user_received_account: refund.sentTo ?? "支付用户零钱",
    amount: { total, refund: fen, payer_total: total, payer_refund: fen },
  };
}

export function channelRefund(refund: WechatpayRefund, channel: string): ChannelRefund {
  return {
    no: refund.outRefundNo,
    refundId: refund.refundId,
    orderNo: refund.outTradeNo,
    channel,
    state: states[refund.status],
    amount: refund.refund,
    reason: refund.reason,
    createdAt: refund.createdAt,
    settledAt: refund.settledAt,
  };
}
