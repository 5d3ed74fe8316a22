/** Trades at the channel: opened, paid, closed. Money in fen, times in epoch ms. */
import { randomInt } from "node:crypto";
import { beijingClock, beijingDigits, beijingTime } from "../beijingTime.js";
import type { Shelf } from "../journal.js";
import { SettleRefused, type ChannelOrder, type Settlement } from "../pay/channel.js";
import { refused, statusError, tradeNotExist } from "./refusal.js";
import type { PayContent, TradeContent } from "./requests.js";

/** PAGE for a computer's browser, APP for a phone's own client. */
export type TradeKind = "PAGE" | "APP";

export interface AlipayTrade {
  outTradeNo: string;
  tradeNo: string;
  /** The application that opened it; missing on older trades, which are the environment's. */
  appId?: string;
  kind: TradeKind;
  subject: string;
  body: string | null;
  passback: string | null;
  total: number;
  notifyUrl: string | null;
  /** Finished: paid, and refunded no more. */
  state: "WAIT_BUYER_PAY" | "TRADE_CLOSED" | "TRADE_SUCCESS" | "TRADE_FINISHED";
  /** An unpaid trade is closed then. */
  expiresAt: number | null;
  buyerId: string | null;
  paidTotal: number | null;
  paidAt: number | null;
  /** The sum of its refunds, those under way included. */
  refunded: number;
  /** The sum of those that succeeded. */
  returned: number;
  createdAt: number;
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function expiryOf(content: PayContent, at: number): number | null {
  if (content.time_expire !== undefined) return content.time_expire;
  const span = content.timeout_express;
  if (span === undefined) return null;
  if (span === "1c") return Date.parse(`${beijingTime(at).slice(0, 10)}T23:59:59+08:00`);
  return at + Number(span.slice(0, -1)) * (UNIT_MS[span.slice(-1)] ?? 0);
}

const newTradeNo = (at: number): string =>
  `${beijingDigits(at).slice(0, 8)}22001${String(randomInt(10 ** 12)).padStart(15, "0")}`;
const newBuyerId = (): string => `2088${String(randomInt(10 ** 12)).padStart(12, "0")}`;

export class AlipayTrades {
  readonly #shelf: Shelf<AlipayTrade>;
  readonly #now: () => number;

  constructor(shelf: Shelf<AlipayTrade>, now: () => number) {
    this.#shelf = shelf;
    this.#now = now;
  }

  list(): AlipayTrade[] {
    return this.#shelf.list().map((trade) => this.#asOfNow(trade));
  }

  find(outTradeNo: string): AlipayTrade | undefined {
    const trade = this.#shelf.get(outTradeNo);
    return trade && this.#asOfNow(trade);
  }

  /** By either number; throws ACQ.TRADE_NOT_EXIST. */
  named(content: Pick<TradeContent, "out_trade_no" | "trade_no">): AlipayTrade {
    const { out_trade_no, trade_no } = content;
    const found =
      trade_no === undefined ? this.find(out_trade_no ?? "") : this.list().find((trade) => trade.tradeNo === trade_no);
    if (!found) throw tradeNotExist();
    return found;
  }

  /** The payer opened it. The same number again is the same trade; throws the provider's refusals. */
  open(kind: TradeKind, content: PayContent, by: { appId: string; notifyUrl: string | null }, at: number): AlipayTrade {
    const { appId, notifyUrl } = by;
    const found = this.find(content.out_trade_no);
    if (found && isPaid(found)) throw refused("TRADE_HAS_SUCCESS", "交易已被支付");
    if (found?.state === "TRADE_CLOSED") throw refused("TRADE_HAS_CLOSE", "交易已经关闭");
    if (found) {
      const isSame = found.kind === kind && found.total === content.total_amount && found.subject === content.subject;
      if (!isSame) throw refused("CONTEXT_INCONSISTENT", "交易信息被篡改");
      return found;
    }
    const expiresAt = expiryOf(content, at);
    if (expiresAt !== null && expiresAt <= at) throw refused("INVALID_PARAMETER", "参数无效: time_expire 已过期");
    return this.keep({
      outTradeNo: content.out_trade_no,
      tradeNo: newTradeNo(at),
      appId,
      kind,
      subject: content.subject,
      body: content.body ?? null,
      passback: content.passback_params ?? null,
      total: content.total_amount,
      notifyUrl,
      state: "WAIT_BUYER_PAY",
      expiresAt,
      buyerId: null,
      paidTotal: null,
      paidAt: null,
      refunded: 0,
      returned: 0,
      createdAt: at,
    });
  }

  /** The merchant closes it. Only a trade that waits for payment can be closed: a second close is refused as well. */
  close(trade: AlipayTrade): void {
    if (trade.state !== "WAIT_BUYER_PAY") throw statusError();
    this.keep({ ...trade, state: "TRADE_CLOSED" });
  }

  /** Plays the payer. Paying a paid trade again changes nothing (the caller may want its notification once more). */
  settle(trade: AlipayTrade, settlement: Settlement, at: number): AlipayTrade {
    const { outcome, amount, force } = settlement;
    if (isPaid(trade)) {
      if (outcome === "success") return trade;
      throw new SettleRefused(`${trade.outTradeNo} is paid: it cannot end as ${outcome}`);
    }
    if (outcome === "closed") return this.keep({ ...trade, state: "TRADE_CLOSED" });
    if (trade.state === "TRADE_CLOSED" && !force) {
      throw new SettleRefused(`${trade.outTradeNo} is closed: give force to pay it all the same`);
    }
    // The merchant does not see a failed attempt: the trade still waits.
    if (outcome === "fail") return trade;
    return this.keep({
      ...trade,
      state: "TRADE_SUCCESS",
      buyerId: newBuyerId(),
      paidTotal: amount ?? trade.total,
      paidAt: at,
    });
  }

  /** The time in which a paid trade can be refunded is over. */
  finish(trade: AlipayTrade): AlipayTrade {
    if (!isPaid(trade)) throw new SettleRefused(`${trade.outTradeNo} is not paid: it cannot be finished`);
    return this.keep({ ...trade, state: "TRADE_FINISHED" });
  }

  keep(trade: AlipayTrade): AlipayTrade {
    this.#shelf.put(trade.outTradeNo, trade);
    return trade;
  }

  #asOfNow(trade: AlipayTrade): AlipayTrade {
    const isOver = trade.expiresAt !== null && trade.expiresAt <= this.#now();
    return isOver && trade.state === "WAIT_BUYER_PAY" ? { ...trade, state: "TRADE_CLOSED" } : trade;
  }
}

const isPaid = ({ state }: AlipayTrade): boolean => state === "TRADE_SUCCESS" || state === "TRADE_FINISHED";

/** "88.88" */
export const yuanOf = (fen: number): string => (fen / 100).toFixed(2);

/** As the provider shows it: a paid trade that was refunded in full is closed. */
export function tradeStatus(trade: AlipayTrade): AlipayTrade["state"] {
  return trade.state === "TRADE_SUCCESS" && trade.returned >= (trade.paidTotal ?? 0) ? "TRADE_CLOSED" : trade.state;
}

/** The response to a query. Only a paid trade has a payer and a date, also a closed one that was refunded. */
export function tradeView(trade: AlipayTrade): Record<string, unknown> {
  const total = yuanOf(trade.paidTotal ?? trade.total);
  const paid = trade.paidAt !== null && {
    buyer_user_id: trade.buyerId,
    buyer_open_id: `open${trade.buyerId}`,
    buyer_logon_id: "159****5620",
    send_pay_date: beijingClock(trade.paidAt),
    buyer_pay_amount: total,
    receipt_amount: total,
    invoice_amount: total,
    point_amount: "0.00",
    fund_bill_list: [{ amount: total, fund_channel: "ALIPAYACCOUNT" }],
  };
  return {
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    trade_status: tradeStatus(trade),
    total_amount: total,
    ...paid,
  };
}

export function channelOrder(trade: AlipayTrade, channel: string): ChannelOrder {
  const states = {
    TRADE_SUCCESS: "paid",
    TRADE_FINISHED: "paid",
    TRADE_CLOSED: "closed",
    WAIT_BUYER_PAY: "waiting",
  } as const;
  return {
    no: trade.outTradeNo,
    channel,
    kind: trade.kind,
    description: trade.subject,
    state: states[trade.state],
    amount: trade.total,
    paidAmount: trade.paidTotal,
    paidAt: trade.paidAt,
    refunded: trade.refunded,
    createdAt: trade.createdAt,
    opens: trade.tradeNo,
    notifyUrl: trade.notifyUrl ?? "",
  };
}
