import { DateTime } from "luxon";
import type { Language } from "#shared/kernel/request/context.js";
import type { LogEntry, LoggedParcel } from "./logEntry.js";
import { isLogKind, wordsOfEntry } from "./logWords.js";
import type { Logged } from "./orderLogFields.js";

type Found = readonly string[];

/** The sentences of rows from before entries were stored; the first match counts. */
const sentences: readonly (readonly [RegExp, (found: Found) => LogEntry])[] = [
  [/^Order placed$/, () => ({ kind: "placed" })],
  [/^Paid with (\d+) points$/, ([points = ""]) => ({ kind: "paidWithPoints", points: Number(points) })],
  [/^Paid (-?\d+\.\d\d)$/, ([pay]) => ({ kind: "paid", payFen: fenOf(pay) })],
  [
    /^Price changed by (-?\d+\.\d\d), from (-?\d+\.\d\d) to (-?\d+\.\d\d)$/,
    ([adjust, from, to]) => ({
      kind: "priceChanged",
      adjustFen: fenOf(adjust),
      fromFen: fenOf(from),
      toFen: fenOf(to),
    }),
  ],
  [
    /^To be paid by ([^,]+), before by ([^,]+)$/,
    ([to, from]) => ({ kind: "deadlineMoved", from: shopTimeOf(from), to: shopTimeOf(to) }),
  ],
  [/^Receiver and address changed$/, () => ({ kind: "addressChanged" })],
  [/^Shipped by (.+), (\S*)$/s, (found) => ({ kind: "shipped", ...parcelOf(found) })],
  [
    /^Parcel changed to (.+), (\S+); before (.+)$/s,
    (found) => ({ kind: "parcelChanged", ...parcelOf(found), before: parcelBefore(found[2]) }),
  ],
  [
    /^Sent in part (?:by (.+), (\S*)|without a parcel); pieces: (\d+), to be sent: (\d+)$/s,
    ([company = "", logisticsNo = "", pieces, left]) => ({
      kind: "shippedInPart",
      pieces: Number(pieces),
      left: Number(left),
      company,
      logisticsNo,
    }),
  ],
  [/^Shipped: what was not sent yet is refunded$/, () => ({ kind: "restRefunded" })],
  [/^Delivered without a parcel$/, () => ({ kind: "deliveredWithoutParcel" })],
  [/^Its parcel was refused or is on its way back$/, () => ({ kind: "comingBack" })],
  [/^Picked up$/, () => ({ kind: "pickedUp" })],
  [/^Received by its member$/, () => ({ kind: "receivedByMember" })],
  [/^Received, as its time was over$/, () => ({ kind: "receivedOverdue" })],
  [/^Received, as its parcel was signed for$/, () => ({ kind: "receivedAsSigned" })],
  [/^Reviewed: (.*)$/s, ([spuName = ""]) => ({ kind: "reviewedByMember", spuName })],
  [/^Reviewed by the system: (.*)$/s, ([spuName = ""]) => ({ kind: "reviewedBySystem", spuName })],
  [/^Cancelled by its member$/, () => ({ kind: "cancelledByMember" })],
  [/^Cancelled by the shop: (.*)$/s, ([reason = ""]) => ({ kind: "cancelledByShop", reason })],
  [/^Not paid in time$/, () => ({ kind: "notPaidInTime" })],
  [
    /^Refunded (-?\d+\.\d\d), (-?\d+\.\d\d) in all$/,
    ([refund, all]) => ({ kind: "orderRefunded", refundFen: fenOf(refund), allFen: fenOf(all) }),
  ],
  [/^Deleted by its member$/, () => ({ kind: "deletedByMember" })],
  [
    /^Applied for (-?\d+\.\d\d)( against the goods)?: (.*)$/s,
    ([refund, goods, reason = ""]) => ({ kind: "applied", refundFen: fenOf(refund), againstGoods: !!goods, reason }),
  ],
  [/^Agreed$/, () => ({ kind: "agreed" })],
  [/^Refused: (.*)$/s, ([reason = ""]) => ({ kind: "refused", reason })],
  [/^Sent back by (.+), (\S*)$/s, (found) => ({ kind: "sentBack", ...parcelOf(found) })],
  [
    /^The goods are back(?:, pieces: (\d+), refund: (-?\d+\.\d\d))?(, not for sale again)?$/,
    ([count, refund, kept]) => ({
      kind: "goodsBack",
      restock: !kept,
      ...(count ? { count: Number(count), refundFen: fenOf(refund) } : {}),
    }),
  ],
  [/^The goods were refused: (.*)$/s, ([reason = ""]) => ({ kind: "goodsRefused", reason })],
  [/^Refund of (-?\d+\.\d\d) begun$/, ([refund]) => ({ kind: "refundBegun", refundFen: fenOf(refund) })],
  [/^Refunded with the whole order$/, () => ({ kind: "refundedWithOrder" })],
  [/^Refunded (-?\d+\.\d\d)$/, ([refund]) => ({ kind: "refunded", refundFen: fenOf(refund) })],
  [/^The refund failed$/, () => ({ kind: "refundFailed" })],
];

/** "-12.34" -> -1234. */
const fenOf = (yuan = ""): number => Number(yuan.replace(".", ""));
const shopTimeOf = (text = ""): Date =>
  DateTime.fromFormat(text, "yyyy-MM-dd HH:mm:ss", { zone: "Asia/Shanghai" }).toJSDate();
const parcelOf = ([company = "", logisticsNo = ""]: Found): LoggedParcel => ({ company, logisticsNo });

function parcelBefore(text = ""): LoggedParcel | null {
  const at = text.lastIndexOf(", ");
  return at < 0 ? null : { company: text.slice(0, at), logisticsNo: text.slice(at + 2) };
}

/** Parses an English sentence of an old row; null if it matches none, or if the entry's text would differ from it. */
export function parseLog(content: string): LogEntry | null {
  for (const [sentence, entryOf] of sentences) {
    const found = sentence.exec(content);
    if (!found) continue;
    const entry = entryOf(found.slice(1));
    return wordsOfEntry(entry, "en") === content ? entry : null;
  }
  return null;
}

/**
 * A log row as text. Rows of an older version have only a sentence; one that matches nothing, or is of a newer
 * version's kind, is shown as it was stored.
 */
export function wordsOfLog({ what, content }: Logged, language: Language): string {
  const entry = what && isLogKind(what.kind) ? what : parseLog(content);
  return entry ? wordsOfEntry(entry, language) : content;
}
