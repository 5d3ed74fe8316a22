/** What the control needs of a pay channel, whatever the provider. Money is in fen, times are epoch ms. */
import type { Delivery } from "../callbackSender.js";

export interface ChannelOrder {
  /** The merchant's number, as the service sent it. */
  no: string;
  channel: string;
  /** How it is paid at that channel, such as NATIVE, JSAPI, APP. */
  kind: string;
  description: string;
  state: "waiting" | "paid" | "closed";
  /** As ordered. */
  amount: number;
  /** As paid, where a settle may set another amount; null until paid. */
  paidAmount: number | null;
  paidAt: number | null;
  /** The sum of its refunds, including those under way. */
  refunded: number;
  createdAt: number;
  /** What the payer's client opens: a code URL or a prepay id. */
  opens: string;
  notifyUrl: string;
}

export interface ChannelRefund {
  no: string;
  /** The provider's own number. */
  refundId: string;
  orderNo: string;
  channel: string;
  state: "processing" | "success" | "abnormal" | "closed";
  amount: number;
  reason: string | null;
  createdAt: number;
  settledAt: number | null;
}

export interface Settlement {
  outcome: "success" | "fail" | "closed";
  /** False: no callback, so that only a query shows it. */
  notify: boolean;
  /** Copies of the callback at once. */
  times: number;
  /** The wait before the callback; the payment itself counts at once. */
  delayMs: number;
  /** Pays this instead of the ordered amount. */
  amount?: number | undefined;
  badSignature: boolean;
  /** The provider tries whether a wrong signature is refused (WeChat Pay). */
  probe: boolean;
  /** Pays even a closed order. */
  force: boolean;
}

interface Settled {
  state: ChannelOrder["state"];
  deliveries: Delivery[];
}

export interface RefundSettlement {
  outcome: "success" | "abnormal" | "closed";
  notify: boolean;
  /** Also a move that looks impossible and was seen at the provider (refundMoves.ts). */
  force: boolean;
}

/**
 * What verifies the provider's signatures: WeChat Pay has certificates, a public key instead (all merchants since the end
 * of 2024), or both while a merchant moves from one to the other.
 */
export const VERIFIED_BY = ["certificates", "publicKey", "both"] as const;
export type VerifiedBy = (typeof VERIFIED_BY)[number];

export interface PayChannel {
  readonly name: string;
  listOrders(): ChannelOrder[];
  findOrder(no: string): ChannelOrder | undefined;
  /** Throws SettleRefused when the order's state forbids it. */
  settle(no: string, settlement: Settlement): Promise<Settled>;
  /**
   * Adds a merchant (at Alipay, an application), or another key to one that was added this way.
   * @returns what its owner enters for a channel of the service
   */
  addMerchant(merchantId?: string, verifiedBy?: VerifiedBy): Promise<Record<string, string>>;
  /** The trade ends for good: it can be refunded no more. Missing where the provider has no such state. */
  finish?(no: string, notify: boolean): Promise<Settled>;
  /** Sends the callback of a state that the refund once had, or has: what comes late, or twice. */
  tellRefund(no: string, outcome: RefundSettlement["outcome"]): Promise<Delivery[]>;
  /** Plays the merchant's console: a refund with a number that the service does not know. Throws SettleRefused. */
  refundByHand(no: string, amount: number): Promise<{ no: string; deliveries: Delivery[] }>;
  /** Newest first. */
  listRefunds(): ChannelRefund[];
  findRefund(no: string): ChannelRefund | undefined;
  /**
   * Moves a refund on: one that is under way (see the fault `hold`) or abnormal, with force also an ended one. Throws
   * SettleRefused where the provider never does.
   */
  settleRefund(
    no: string,
    settlement: RefundSettlement,
  ): Promise<{ state: ChannelRefund["state"]; deliveries: Delivery[] }>;
}

export class SettleRefused extends Error {}
