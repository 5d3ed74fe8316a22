/**
 * What happened to an order or an after-sale: a kind with its parameters, so that whoever reads it gets it in a language of
 * their own (logWords.ts). Money is in fen, names and reasons are as they were then.
 */
export type LogEntry = OrderLogEntry | AfterSaleLogEntry;
export type LogKind = LogEntry["kind"];
export type EntryOf<Kind extends LogKind> = Extract<LogEntry, { kind: Kind }>;

/** A delivery company and its number of a parcel. */
export interface LoggedParcel {
  company: string;
  logisticsNo: string;
}

export type OrderLogEntry =
  | { kind: "placed" }
  | { kind: "paid"; payFen: number }
  | { kind: "paidWithPoints"; points: number }
  | { kind: "priceChanged"; adjustFen: number; fromFen: number; toFen: number }
  /** When it had to be paid by, and has to be now. */
  | { kind: "deadlineMoved"; from: Date; to: Date }
  | { kind: "addressChanged" }
  | ({ kind: "shipped" } & LoggedParcel)
  | { kind: "deliveredWithoutParcel" }
  /** `before` is null where it had none. */
  | ({ kind: "parcelChanged"; before: LoggedParcel | null } & LoggedParcel)
  | { kind: "pickedUp" }
  | { kind: "receivedByMember" }
  | { kind: "receivedOverdue" }
  | { kind: "receivedAsSigned" }
  | { kind: "reviewedByMember"; spuName: string }
  | { kind: "reviewedBySystem"; spuName: string }
  | CancelledByMember
  | { kind: "cancelledByShop"; reason: string }
  | { kind: "notPaidInTime" }
  /** `allFen` is what went back of the order so far, this included. */
  | { kind: "orderRefunded"; refundFen: number; allFen: number }
  | { kind: "deletedByMember" };

export type AfterSaleLogEntry =
  | { kind: "applied"; refundFen: number; againstGoods: boolean; reason: string }
  | { kind: "agreed" }
  | { kind: "refused"; reason: string }
  | ({ kind: "sentBack" } & LoggedParcel)
  | { kind: "goodsBack"; restock: boolean }
  | { kind: "goodsRefused"; reason: string }
  | { kind: "refundBegun"; refundFen: number }
  | { kind: "refunded"; refundFen: number }
  | { kind: "refundedWithOrder" }
  | { kind: "refundFailed" }
  | CancelledByMember;

/** Orders and after-sales say it alike. */
interface CancelledByMember {
  kind: "cancelledByMember";
}
