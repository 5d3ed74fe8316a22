/** The port of a pay provider: what the pay domain needs of any of them. Money in fen. */

/** How the payer's client opens a payment: a code, parameters for a page or an app, a link, a form that sends itself. */
export type PrepayKind = "native" | "jsapi" | "app" | "pageUrl" | "pageForm";

export interface PrepayRequest {
  kind: PrepayKind;
  /** Our number of the payment; repeated, it is the same payment. */
  no: string;
  subject: string;
  amountFen: number;
  expireAt: Date;
  notifyUrl: string;
  /** The payer, if the kind needs one (jsapi). */
  openid: string | null;
  /** The page to which the payer's browser returns (pageUrl, pageForm). */
  returnUrl: string | null;
}

export type ChannelPayment =
  | { state: "paid"; channelOrderNo: string; paidFen: number; paidAt: Date; channelUserId: string | null }
  /** waiting: not paid yet; closed: it cannot be paid any more; absent: unknown there; refunded: paid and refunded. */
  | { state: "waiting" | "closed" | "absent" | "refunded" };

export interface RefundRequest {
  /** Our number of the refund; repeated, it is the same refund. */
  no: string;
  paymentNo: string;
  paidFen: number;
  refundFen: number;
  reason: string;
  notifyUrl: string;
}

export type ChannelRefund =
  /** toMerchant: the payer could not get it, and it went back to the merchant's own account. */
  | { state: "success"; channelRefundNo: string; refundedAt: Date; toMerchant?: boolean }
  | { state: "processing" | "absent" }
  | { state: "failed"; code: string; reason: string }
  /**
   * Not final, and nothing moves until the merchant acts; code and reason are the provider's words. channelRefundNo null:
   * the provider did not take it, as the merchant's own balance is too low, and takes the same request once it is not.
   */
  | { state: "needsMerchant"; code: string; reason: string; channelRefundNo: string | null };

/** Where a refund goes that the payer's account could not receive. */
export type RefundTarget =
  { to: "merchant" } | { to: "payer"; bankType: string; bankAccount: string; realName: string };

export interface RedirectRequest {
  /** Our number of the refund, and the provider's. */
  no: string;
  channelRefundNo: string;
  target: RefundTarget;
}

export type ChannelNotice =
  | { kind: "payment"; no: string; payment: ChannelPayment }
  /** no: null for a refund without a number, made in the provider's console; paymentNo: of the refunded payment. */
  | { kind: "refund"; no: string | null; paymentNo: string; refundFen: number; refund: ChannelRefund }
  /** Signed by the provider, but about a merchant, application or currency that is not ours: it must change nothing. */
  | { kind: "foreign"; no: string; channelOrderNo: string; amountFen: number; why: string }
  | { kind: "other"; type: string };

/** A line of a provider's statement. */
export interface BillRow {
  kind: "payment" | "refund";
  /** Our number of the payment. */
  no: string;
  channelOrderNo: string;
  /** Our number of the refund, and the provider's; null in a payment's line. */
  refundNo: string | null;
  channelRefundNo: string | null;
  /** The amount paid or refunded, never negative. */
  amountFen: number;
  /** The provider's fee; negative where it was refunded. */
  feeFen: number;
  at: Date;
}
/** A provider's statement of a day of Asia/Shanghai, yyyy-MM-dd. */
export interface ChannelBill {
  day: string;
  rows: BillRow[];
}

/** The part that needs only stored keys and makes no call. */
export interface NoticeVerifier {
  /** Checks a callback's signature over the raw bytes. Throws NoticeRefused. */
  verifyNotice(headers: Record<string, string | undefined>, rawBody: Buffer): Promise<{ noticeId: string }>;
  /** Parses a callback that was verified. */
  openNotice(body: string): ChannelNotice;
}

/** The part that calls the provider; for workers. */
export interface PayChannelClient {
  /** Returns what the payer's client opens: a code's text, the client's parameters, a link or a form. */
  prepay(request: PrepayRequest): Promise<string>;
  query(no: string): Promise<ChannelPayment>;
  /** "paid": it cannot be closed any more. A payment unknown to the provider counts as closed. */
  close(no: string): Promise<"closed" | "paid">;
  refund(request: RefundRequest): Promise<ChannelRefund>;
  queryRefund(no: string, paymentNo: string): Promise<ChannelRefund>;
  /** Has a refund that needs the merchant paid to another account. Absent: the provider has no such act. */
  redirectRefund?(request: RedirectRequest): Promise<ChannelRefund>;
  /**
   * The statement of a past day; undefined when there is none, as nothing happened. Throws ChannelUnsure while it is being
   * made, and for one that is not reliable.
   */
  bill(day: string): Promise<ChannelBill | undefined>;
}

/** The provider refused: nothing happened there. */
export class ChannelRefused extends Error {
  readonly code: string;
  readonly reason: string;
  constructor(code: string, reason: string) {
    super(`${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}

/** The provider may or may not have acted: no response came (answered false), or an unreliable one. */
export class ChannelUnsure extends Error {
  readonly code: string;
  readonly reason: string;
  readonly answered: boolean;
  constructor(code: string, reason: string, answered: boolean) {
    super(`${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.answered = answered;
  }
}

/** A callback that must change nothing. `unknownKey`: signed with a key that is not stored here (yet). */
export class NoticeRefused extends Error {
  readonly unknownKey: boolean;
  constructor(reason: string, unknownKey = false) {
    super(reason);
    this.unknownKey = unknownKey;
  }
}
