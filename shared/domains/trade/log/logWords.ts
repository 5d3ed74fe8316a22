import { DateTime } from "luxon";
import { yuan } from "#shared/kernel/money/money.js";
import type { Language } from "#shared/kernel/request/context.js";
import type { EntryOf, LogEntry, LogKind, LoggedParcel } from "./logEntry.js";

type Words<Entry> = Record<Language, (entry: Entry) => string>;

const always = (en: string, zh: string): Words<unknown> => ({ en: () => en, zh: () => zh });

/** The texts of log entries; a missing kind or language does not compile. */
const logWords: { readonly [Kind in LogKind]: Words<EntryOf<Kind>> } = {
  placed: always("Order placed", "提交订单"),
  paid: {
    en: ({ payFen }) => `Paid ${yuan(payFen)}`,
    zh: ({ payFen }) => `已支付 ${yuan(payFen)} 元`,
  },
  paidWithPoints: {
    en: ({ points }) => `Paid with ${points} points`,
    zh: ({ points }) => `使用 ${points} 积分支付`,
  },
  priceChanged: {
    en: ({ adjustFen, fromFen, toFen }) =>
      `Price changed by ${yuan(adjustFen)}, from ${yuan(fromFen)} to ${yuan(toFen)}`,
    zh: ({ adjustFen, fromFen, toFen }) =>
      `改价 ${yuan(adjustFen)} 元，应付由 ${yuan(fromFen)} 元变为 ${yuan(toFen)} 元`,
  },
  deadlineMoved: {
    en: ({ from, to }) => `To be paid by ${shopTime(to)}, before by ${shopTime(from)}`,
    zh: ({ from, to }) => `支付截止时间改为 ${shopTime(to)}，原为 ${shopTime(from)}`,
  },
  addressChanged: always("Receiver and address changed", "修改收件人和收货地址"),
  shipped: {
    en: (parcel) => `Shipped by ${textOf(parcel)}`,
    zh: ({ company, logisticsNo }) => `已发货，${company}，运单号 ${logisticsNo}`,
  },
  shippedInPart: {
    en: ({ pieces, left, ...parcel }) =>
      `Sent in part ${parcel.company ? `by ${textOf(parcel)}` : "without a parcel"}; pieces: ${pieces}, to be sent: ${left}`,
    zh: ({ pieces, left, company, logisticsNo }) =>
      `已发出 ${pieces} 件，${company ? `${company}，运单号 ${logisticsNo}` : "无需物流"}，待发 ${left} 件`,
  },
  restRefunded: always("Shipped: what was not sent yet is refunded", "未发出的商品已退款，订单发货完成"),
  deliveredWithoutParcel: always("Delivered without a parcel", "已发货，无需物流"),
  parcelChanged: {
    en: ({ before, ...parcel }) => `Parcel changed to ${textOf(parcel)}; before ${before ? textOf(before) : "-"}`,
    zh: ({ before, company, logisticsNo }) =>
      `修改物流信息为${company}，运单号 ${logisticsNo}；原为 ${before ? textOf(before) : "-"}`,
  },
  comingBack: always("Its parcel was refused or is on its way back", "包裹被拒收或正在退回"),
  pickedUp: always("Picked up", "已自提"),
  receivedByMember: always("Received by its member", "会员确认收货"),
  receivedOverdue: always("Received, as its time was over", "超时未确认，系统自动收货"),
  receivedAsSigned: always("Received, as its parcel was signed for", "快递已签收，系统自动收货"),
  reviewedByMember: {
    en: ({ spuName }) => `Reviewed: ${spuName}`,
    zh: ({ spuName }) => `会员评价：${spuName}`,
  },
  reviewedBySystem: {
    en: ({ spuName }) => `Reviewed by the system: ${spuName}`,
    zh: ({ spuName }) => `系统自动评价：${spuName}`,
  },
  cancelledByMember: always("Cancelled by its member", "会员取消"),
  cancelledByShop: {
    en: ({ reason }) => `Cancelled by the shop: ${reason}`,
    zh: ({ reason }) => `商家取消：${reason}`,
  },
  notPaidInTime: always("Not paid in time", "超时未支付，系统自动取消"),
  orderRefunded: {
    en: ({ refundFen, allFen }) => `Refunded ${yuan(refundFen)}, ${yuan(allFen)} in all`,
    zh: ({ refundFen, allFen }) => `退款 ${yuan(refundFen)} 元，累计退款 ${yuan(allFen)} 元`,
  },
  deletedByMember: always("Deleted by its member", "会员删除订单"),
  applied: {
    en: ({ refundFen, againstGoods, reason }) =>
      `Applied for ${yuan(refundFen)}${againstGoods ? " against the goods" : ""}: ${reason}`,
    zh: ({ refundFen, againstGoods, reason }) =>
      `申请${againstGoods ? "退货退款" : "仅退款"} ${yuan(refundFen)} 元：${reason}`,
  },
  agreed: always("Agreed", "商家同意"),
  refused: {
    en: ({ reason }) => `Refused: ${reason}`,
    zh: ({ reason }) => `商家拒绝：${reason}`,
  },
  sentBack: {
    en: (parcel) => `Sent back by ${textOf(parcel)}`,
    zh: ({ company, logisticsNo }) => `会员已退货，${company}，运单号 ${logisticsNo}`,
  },
  goodsBack: {
    en: ({ restock, count, refundFen }) =>
      `The goods are back${count === undefined ? "" : `, pieces: ${count}, refund: ${yuan(refundFen ?? 0)}`}${restock ? "" : ", not for sale again"}`,
    zh: ({ restock, count, refundFen }) =>
      `商家已收到退货${count === undefined ? "" : ` ${count} 件，应退 ${yuan(refundFen ?? 0)} 元`}${restock ? "" : "，不再上架销售"}`,
  },
  goodsRefused: {
    en: ({ reason }) => `The goods were refused: ${reason}`,
    zh: ({ reason }) => `商家拒收退货：${reason}`,
  },
  refundBegun: {
    en: ({ refundFen }) => `Refund of ${yuan(refundFen)} begun`,
    zh: ({ refundFen }) => `发起退款 ${yuan(refundFen)} 元`,
  },
  refunded: {
    en: ({ refundFen }) => `Refunded ${yuan(refundFen)}`,
    zh: ({ refundFen }) => `已退款 ${yuan(refundFen)} 元`,
  },
  refundedWithOrder: always("Refunded with the whole order", "随整单退款"),
  refundFailed: always("The refund failed", "退款失败"),
};

function textOf({ company, logisticsNo }: LoggedParcel): string {
  return `${company}, ${logisticsNo}`;
}

function shopTime(date: Date): string {
  return DateTime.fromJSDate(date, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm:ss");
}

/** Whether this version of the code knows the kind. */
export const isLogKind = (kind: string): kind is LogKind => Object.hasOwn(logWords, kind);

/** An entry as text. */
export function wordsOfEntry(entry: LogEntry, language: Language): string {
  // TypeScript does not see that the table has the matching texts for each kind.
  const words = logWords[entry.kind] as Words<LogEntry>;
  return words[language](entry);
}
