/**
 * An entry in the log of an order or an after-sale: a kind with its parameters, so that each reader gets it in the own
 * language (logWords.ts). Money is in fen; names and reasons are copies of that time.
 */
export type LogEntry = OrderLogEntry | AfterSaleLogEntry;
export type LogKind = LogEntry["kind"];
export type EntryOf<Kind extends LogKind> = Extract<LogEntry, { kind: Kind }>;

/** A delivery company and a parcel number. */
export interface LoggedParcel {
  company: string;
  logisticsNo: string;
}

export type OrderLogEntry =
  | { kind: "placed" }
  | { kind: "paid"; payFen: number }
  | { kind: "paidWithPoints"; points: number }
  | { kind: "priceChanged"; adjustFen: number; fromFen: number; toFen: number }
  /** The old and the new payment deadline. */
  | { kind: "deadlineMoved"; from: Date; to: Date }
  | { kind: "addressChanged" }
  | ({ kind: "shipped" } & LoggedParcel)
  /** `pieces` of the order in this parcel; `company` is "" where they need none. */
  | ({ kind: "shippedInPart"; pieces: number; left: number } & LoggedParcel)
  /** What was not sent yet is refunded. */
  | { kind: "restRefunded" }
  | { kind: "deliveredWithoutParcel" }
  /** `before`: null if it had none. */
  | ({ kind: "parcelChanged"; before: LoggedParcel | null } & LoggedParcel)
  | { kind: "comingBack" }
  | { kind: "pickedUp" }
  | { kind: "receivedByMember" }
  | { kind: "receivedOverdue" }
  | { kind: "receivedAsSigned" }
  | { kind: "reviewedByMember"; spuName: string }
  | { kind: "reviewedBySystem"; spuName: string }
  | CancelledByMember
  | { kind: "cancelledByShop"; reason: string }
  | { kind: "notPaidInTime" }
  /** `allFen`: all refunds of the order so far, this one included. */
  | { kind: "orderRefunded"; refundFen: number; allFen: number }
  | { kind: "deletedByMember" };

export type AfterSaleLogEntry =
  | { kind: "applied"; refundFen: number; againstGoods: boolean; reason: string }
  | { kind: "agreed" }
  | { kind: "refused"; reason: string }
  | ({ kind: "sentBack" } & LoggedParcel)
  /** `count`: pieces, with the refund that is due for them; older rows say neither. */
  | { kind: "goodsBack"; restock: boolean; count?: number; refundFen?: number }
  | { kind: "goodsRefused"; reason: string }
  | { kind: "refundBegun"; refundFen: number }
  | { kind: "refunded"; refundFen: number }
  | { kind: "refundedWithOrder" }
  | { kind: "refundFailed" }
  | CancelledByMember;

/** The same for orders and after-sales. */
interface CancelledByMember {
  kind: "cancelledByMember";
}
