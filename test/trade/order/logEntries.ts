import fc from "fast-check";
import type { EntryOf, LogKind } from "#shared/domains/trade/log/logEntry.js";

type Examples = { [Kind in LogKind]: (readonly [entry: EntryOf<Kind>, en: string, zh: string])[] };
const MORNING = new Date("2031-05-06T03:02:03Z");
const AFTERNOON = new Date("2031-05-06T06:02:03Z");

/** Every kind with its words, as they have been since they were sentences of the code. */
export const examples: Examples = {
  placed: [[{ kind: "placed" }, "Order placed", "提交订单"]],
  paid: [[{ kind: "paid", payFen: 19_800 }, "Paid 198.00", "已支付 198.00 元"]],
  paidWithPoints: [[{ kind: "paidWithPoints", points: 300 }, "Paid with 300 points", "使用 300 积分支付"]],
  priceChanged: [
    [
      { kind: "priceChanged", adjustFen: -5, fromFen: 10_000, toFen: 9_995 },
      "Price changed by -0.05, from 100.00 to 99.95",
      "改价 -0.05 元，应付由 100.00 元变为 99.95 元",
    ],
  ],
  deadlineMoved: [
    [
      { kind: "deadlineMoved", from: MORNING, to: AFTERNOON },
      "To be paid by 2031-05-06 14:02:03, before by 2031-05-06 11:02:03",
      "支付截止时间改为 2031-05-06 14:02:03，原为 2031-05-06 11:02:03",
    ],
  ],
  addressChanged: [[{ kind: "addressChanged" }, "Receiver and address changed", "修改收件人和收货地址"]],
  shipped: [
    [
      { kind: "shipped", company: "SF, Express", logisticsNo: "SF-1" },
      "Shipped by SF, Express, SF-1",
      "已发货，SF, Express，运单号 SF-1",
    ],
  ],
  shippedInPart: [
    [
      { kind: "shippedInPart", pieces: 2, left: 3, company: "圆通速递", logisticsNo: "YT1" },
      "Sent in part by 圆通速递, YT1; pieces: 2, to be sent: 3",
      "已发出 2 件，圆通速递，运单号 YT1，待发 3 件",
    ],
    [
      { kind: "shippedInPart", pieces: 2, left: 0, company: "", logisticsNo: "" },
      "Sent in part without a parcel; pieces: 2, to be sent: 0",
      "已发出 2 件，无需物流，待发 0 件",
    ],
  ],
  restRefunded: [
    [{ kind: "restRefunded" }, "Shipped: what was not sent yet is refunded", "未发出的商品已退款，订单发货完成"],
  ],
  deliveredWithoutParcel: [[{ kind: "deliveredWithoutParcel" }, "Delivered without a parcel", "已发货，无需物流"]],
  parcelChanged: [
    [
      {
        kind: "parcelChanged",
        company: "圆通速递",
        logisticsNo: "YT1",
        before: { company: "中通快递", logisticsNo: "781" },
      },
      "Parcel changed to 圆通速递, YT1; before 中通快递, 781",
      "修改物流信息为圆通速递，运单号 YT1；原为 中通快递, 781",
    ],
    [
      { kind: "parcelChanged", company: "圆通速递", logisticsNo: "YT1", before: null },
      "Parcel changed to 圆通速递, YT1; before -",
      "修改物流信息为圆通速递，运单号 YT1；原为 -",
    ],
  ],
  comingBack: [[{ kind: "comingBack" }, "Its parcel was refused or is on its way back", "包裹被拒收或正在退回"]],
  pickedUp: [[{ kind: "pickedUp" }, "Picked up", "已自提"]],
  receivedByMember: [[{ kind: "receivedByMember" }, "Received by its member", "会员确认收货"]],
  receivedOverdue: [[{ kind: "receivedOverdue" }, "Received, as its time was over", "超时未确认，系统自动收货"]],
  receivedAsSigned: [
    [{ kind: "receivedAsSigned" }, "Received, as its parcel was signed for", "快递已签收，系统自动收货"],
  ],
  reviewedByMember: [[{ kind: "reviewedByMember", spuName: "Tea\ncup" }, "Reviewed: Tea\ncup", "会员评价：Tea\ncup"]],
  reviewedBySystem: [
    [{ kind: "reviewedBySystem", spuName: "Tea" }, "Reviewed by the system: Tea", "系统自动评价：Tea"],
  ],
  cancelledByMember: [[{ kind: "cancelledByMember" }, "Cancelled by its member", "会员取消"]],
  cancelledByShop: [[{ kind: "cancelledByShop", reason: "缺货" }, "Cancelled by the shop: 缺货", "商家取消：缺货"]],
  notPaidInTime: [[{ kind: "notPaidInTime" }, "Not paid in time", "超时未支付，系统自动取消"]],
  orderRefunded: [
    [
      { kind: "orderRefunded", refundFen: 100, allFen: 250 },
      "Refunded 1.00, 2.50 in all",
      "退款 1.00 元，累计退款 2.50 元",
    ],
  ],
  deletedByMember: [[{ kind: "deletedByMember" }, "Deleted by its member", "会员删除订单"]],
  applied: [
    [
      { kind: "applied", refundFen: 0, againstGoods: false, reason: "too late" },
      "Applied for 0.00: too late",
      "申请仅退款 0.00 元：too late",
    ],
    [
      { kind: "applied", refundFen: 1_234, againstGoods: true, reason: "broken" },
      "Applied for 12.34 against the goods: broken",
      "申请退货退款 12.34 元：broken",
    ],
  ],
  agreed: [[{ kind: "agreed" }, "Agreed", "商家同意"]],
  refused: [
    [{ kind: "refused", reason: "came\n too $& late" }, "Refused: came\n too $& late", "商家拒绝：came\n too $& late"],
  ],
  sentBack: [
    [
      { kind: "sentBack", company: "顺丰", logisticsNo: "SF1" },
      "Sent back by 顺丰, SF1",
      "会员已退货，顺丰，运单号 SF1",
    ],
  ],
  goodsBack: [
    [{ kind: "goodsBack", restock: true }, "The goods are back", "商家已收到退货"],
    [
      { kind: "goodsBack", restock: true, count: 2, refundFen: 5 },
      "The goods are back, pieces: 2, refund: 0.05",
      "商家已收到退货 2 件，应退 0.05 元",
    ],
    [
      { kind: "goodsBack", restock: false, count: 2, refundFen: 5 },
      "The goods are back, pieces: 2, refund: 0.05, not for sale again",
      "商家已收到退货 2 件，应退 0.05 元，不再上架销售",
    ],
    [{ kind: "goodsBack", restock: false }, "The goods are back, not for sale again", "商家已收到退货，不再上架销售"],
  ],
  goodsRefused: [[{ kind: "goodsRefused", reason: "worn" }, "The goods were refused: worn", "商家拒收退货：worn"]],
  refundBegun: [[{ kind: "refundBegun", refundFen: 5 }, "Refund of 0.05 begun", "发起退款 0.05 元"]],
  refunded: [[{ kind: "refunded", refundFen: 5 }, "Refunded 0.05", "已退款 0.05 元"]],
  refundedWithOrder: [[{ kind: "refundedWithOrder" }, "Refunded with the whole order", "随整单退款"]],
  refundFailed: [[{ kind: "refundFailed" }, "The refund failed", "退款失败"]],
};

const fen = fc.nat({ max: 1e12 });
const anyText = fc.string({ unit: "grapheme" });
/** A name may hold the signs of a sentence, but no piece of one. */
const company = fc
  .string({ unit: fc.oneof(fc.constantFrom(",", " ", ";", ": ", "-"), fc.string({ unit: "grapheme" })), minLength: 1 })
  .filter((name) => name !== "" && !name.includes("; before "));
const logisticsNo = fc.stringMatching(/^[A-Z0-9-]{6,30}$/);
/** Sentences told moments to the second. */
const moment = fc
  .integer({ min: Date.UTC(2000, 0) / 1_000, max: Date.UTC(2100, 0) / 1_000 })
  .map((seconds) => new Date(seconds * 1_000));

const parcel = { company, logisticsNo };
const parameters: {
  [Kind in LogKind]: { [Name in keyof Omit<EntryOf<Kind>, "kind">]: fc.Arbitrary<EntryOf<Kind>[Name]> };
} = {
  placed: {},
  paid: { payFen: fen },
  paidWithPoints: { points: fc.nat() },
  priceChanged: { adjustFen: fc.integer({ min: -1e12, max: 1e12 }), fromFen: fen, toFen: fen },
  deadlineMoved: { from: moment, to: moment },
  addressChanged: {},
  shipped: parcel,
  shippedInPart: { pieces: fc.integer({ min: 1, max: 1e6 }), left: fc.nat(), ...parcel },
  restRefunded: {},
  deliveredWithoutParcel: {},
  parcelChanged: { ...parcel, before: fc.option(fc.record(parcel)) },
  comingBack: {},
  pickedUp: {},
  receivedByMember: {},
  receivedOverdue: {},
  receivedAsSigned: {},
  reviewedByMember: { spuName: anyText },
  reviewedBySystem: { spuName: anyText },
  cancelledByMember: {},
  cancelledByShop: { reason: anyText },
  notPaidInTime: {},
  orderRefunded: { refundFen: fen, allFen: fen },
  deletedByMember: {},
  applied: { refundFen: fen, againstGoods: fc.boolean(), reason: anyText },
  agreed: {},
  refused: { reason: anyText },
  sentBack: parcel,
  goodsBack: { restock: fc.boolean(), count: fc.integer({ min: 1, max: 1e6 }), refundFen: fen },
  goodsRefused: { reason: anyText },
  refundBegun: { refundFen: fen },
  refunded: { refundFen: fen },
  refundedWithOrder: {},
  refundFailed: {},
};

export const kinds = Object.keys(examples) as LogKind[];
/** Any entry of a kind. */
export const anyOf = <Kind extends LogKind>(kind: Kind): fc.Arbitrary<EntryOf<Kind>> =>
  fc.record({ kind: fc.constant(kind), ...parameters[kind] }) as unknown as fc.Arbitrary<EntryOf<Kind>>;
