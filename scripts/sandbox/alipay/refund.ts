/** Refunds at the channel. Money in fen, times in epoch ms. */
import { beijingClock } from "../beijingTime.js";
import type { Shelf } from "../journal.js";
import type { ChannelRefund, RefundSettlement } from "../pay/channel.js";
import { checkMove, holdsMoney } from "../pay/refundMoves.js";
import { refused, statusError } from "./refusal.js";
import type { RefundContent } from "./requests.js";
import { yuanOf, type AlipayTrade, type AlipayTrades } from "./trade.js";

export interface AlipayRefund {
  outRequestNo: string;
  outTradeNo: string;
  tradeNo: string;
  refund: number;
  reason: string | null;
  notifyUrl: string | null;
  /** The provider shows only a success; a query returns nothing about the others. */
  state: ChannelRefund["state"];
  createdAt: number;
  settledAt: number | null;
}

export class AlipayRefunds {
  readonly #shelf: Shelf<AlipayRefund>;
  readonly #trades: AlipayTrades;

  constructor(shelf: Shelf<AlipayRefund>, trades: AlipayTrades) {
    this.#shelf = shelf;
    this.#trades = trades;
  }

  list(): AlipayRefund[] {
    return this.#shelf.list();
  }

  find(outRequestNo: string): AlipayRefund | undefined {
    return this.#shelf.get(outRequestNo);
  }

  /**
   * Refunds at once unless held. The same number is the same refund and moves no money again; a failed one is retried.
   * @returns the trade after it, and whether this call moved money
   */
  request(
    trade: AlipayTrade,
    content: RefundContent,
    notifyUrl: string | null,
    at: number,
    isHeld: () => boolean,
  ): { trade: AlipayTrade; refund: AlipayRefund; changed: boolean } {
    const paid = trade.paidTotal;
    if (trade.state !== "TRADE_SUCCESS" || paid === null) throw statusError();
    const amount = content.refund_amount;
    // A refund without its own number must be the whole amount.
    if (content.out_request_no === undefined && amount !== paid) throw amountRefused();
    const outRequestNo = content.out_request_no ?? trade.outTradeNo;
    const known = this.find(outRequestNo);
    if (known && (known.outTradeNo !== trade.outTradeNo || known.refund !== amount)) {
      throw refused("DISCORDANT_REPEAT_REQUEST", "请求信息不一致");
    }
    if (known?.state === "processing" || known?.state === "success") return { trade, refund: known, changed: false };
    if (trade.refunded + amount > paid) throw amountRefused();

    const held = isHeld();
    const refund: AlipayRefund = {
      outRequestNo,
      outTradeNo: trade.outTradeNo,
      tradeNo: trade.tradeNo,
      refund: amount,
      reason: content.refund_reason ?? null,
      notifyUrl: notifyUrl ?? trade.notifyUrl,
      state: held ? "processing" : "success",
      createdAt: at,
      settledAt: held ? null : at,
    };
    this.#shelf.put(outRequestNo, refund);
    const after = this.#trades.keep({
      ...trade,
      refunded: trade.refunded + amount,
      returned: trade.returned + (held ? 0 : amount),
    });
    return { trade: after, refund, changed: !held };
  }

  /** Moves a refund on; a failed one returns its money to the trade. */
  settle(refund: AlipayRefund, { outcome: to, force }: RefundSettlement, at: number): AlipayRefund {
    const { state: from, refund: fen, outRequestNo: no } = refund;
    const trade = this.#trades.named({ out_trade_no: refund.outTradeNo });
    checkMove("alipay", { no, from, to, fen }, { force, leftFen: (trade.paidTotal ?? 0) - trade.refunded });
    const settled: AlipayRefund = { ...refund, state: to, settledAt: at };
    this.#shelf.put(no, settled);
    const held = Number(holdsMoney("alipay", to)) - Number(holdsMoney("alipay", from));
    const gone = Number(to === "success") - Number(from === "success");
    this.#trades.keep({ ...trade, refunded: trade.refunded + held * fen, returned: trade.returned + gone * fen });
    return settled;
  }
}

const amountRefused = (): Error => refused("REFUND_AMT_NOT_EQUAL_TOTAL", "撤销或退款金额与订单金额不一致");

/** The response to the refund request: refund_fee is the total refunded so far, send_back_fee what this call moved. */
export function refundAnswer(trade: AlipayTrade, refund: AlipayRefund, changed: boolean): Record<string, unknown> {
  return {
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    buyer_user_id: trade.buyerId,
    buyer_logon_id: "159****5620",
    fund_change: changed ? "Y" : "N",
    refund_fee: yuanOf(trade.returned),
    send_back_fee: yuanOf(changed ? refund.refund : 0),
    ...(changed && { gmt_refund_pay: beijingClock(refund.settledAt ?? 0) }),
  };
}

/** The response to a query. One that is under way or failed has no refund_status; an unknown one has no fields. */
export function refundView(trade: AlipayTrade, refund: AlipayRefund | undefined, withTime: boolean): object {
  if (!refund || refund.outTradeNo !== trade.outTradeNo) return {};
  const done = refund.state === "success";
  return {
    trade_no: refund.tradeNo,
    out_trade_no: refund.outTradeNo,
    out_request_no: refund.outRequestNo,
    ...(refund.reason !== null && { refund_reason: refund.reason }),
    total_amount: yuanOf(trade.paidTotal ?? 0),
    refund_amount: yuanOf(refund.refund),
    ...(done && { refund_status: "REFUND_SUCCESS", send_back_fee: yuanOf(refund.refund) }),
    ...(done && withTime && { gmt_refund_pay: beijingClock(refund.settledAt ?? 0) }),
  };
}

export function channelRefund(refund: AlipayRefund, channel: string): ChannelRefund {
  return {
    no: refund.outRequestNo,
    refundId: refund.outRequestNo,
    orderNo: refund.outTradeNo,
    channel,
    state: refund.state,
    amount: refund.refund,
    reason: refund.reason,
    createdAt: refund.createdAt,
    settledAt: refund.settledAt,
  };
}
