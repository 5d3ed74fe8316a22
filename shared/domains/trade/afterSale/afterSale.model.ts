import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { OrderItemDoc } from "../order/orderItem.model.js";
import { AfterSaleStatus, AfterSaleType, AfterSaleWay } from "./afterSale.states.js";

/** A member's request for money back for one item of a paid order (rules: Orders). */
export interface AfterSaleDoc {
  _id: number;
  /** r... */
  no: string;
  memberId: number;
  status: AfterSaleStatus;
  way: AfterSaleWay;
  type: AfterSaleType;
  orderId: number;
  orderNo: string;
  orderItemId: number;
  /** Copies of the item's fields, from here to `picUrl`. */
  spuId: number;
  spuName: string;
  /** Search terms for operators. */
  spuNameTerms: string[];
  skuId: number;
  properties: OrderItemDoc["properties"];
  picUrl: string;
  /** The pieces that it asks for; those left of its item if it asks for a part of their money without a count. */
  count: number;
  /** It asks for so many pieces; absent in older rows, whose `count` is the item's. */
  isCounted?: boolean;

  applyReason: string;
  applyDescription: string;
  /** Keys in object storage, or full addresses. */
  applyPicUrls: string[];
  /** The requested amount; at 50 it was refunded, or its rest with the order. 0: the item costs nothing. */
  refundPriceFen: number;

  auditOperatorId: number | null;
  auditAt: Date | null;
  /** Why it was refused. */
  auditReason: string | null;
  /** Where the goods go back to, as it was when it was agreed; absent or null: nobody said. */
  returnAddress?: { name: string; mobile: string; areaName: string; detailAddress: string } | null;
  /** The parcel that brings the goods back. */
  logisticsId: number | null;
  logisticsNo: string | null;
  parcelId: number | null;
  deliveryAt: Date | null;
  /** When the shop checked the goods and accepted or refused them. */
  receiveAt: Date | null;
  /** The pieces that came; absent in older rows. */
  receivedCount?: number | null;
  /** Accepted goods are for sale again. */
  restock: boolean | null;
  /** Why the goods were refused. */
  receiveReason: string | null;

  /** Refunds started so far; each retry has a number of its own. */
  refundTries: number;
  /** The latest refund at pay; null before the first. */
  merchantRefundId: string | null;
  payRefundId: number | null;
  /** Its outcome is not known yet. */
  isRefunding: boolean;
  refundAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const maybeNumber = { type: Number, default: null };
const maybeText = { type: String, default: null };
const maybeDate = { type: Date, default: null };
const number = { type: Number, required: true };
const text = { type: String, default: "" };

export const AfterSaleModel = defineModel<AfterSaleDoc>(
  "afterSales",
  {
    no: { type: String, required: true },
    memberId: number,
    status: { type: Number, enum: Object.values(AfterSaleStatus), required: true },
    way: { type: Number, enum: Object.values(AfterSaleWay), required: true },
    type: { type: Number, enum: Object.values(AfterSaleType), required: true },
    orderId: number,
    orderNo: { type: String, required: true },
    orderItemId: number,
    spuId: number,
    spuName: text,
    spuNameTerms: { type: [String], default: [] },
    skuId: number,
    properties: {
      type: [{ _id: false, propertyId: Number, propertyName: String, valueId: Number, valueName: String }],
      default: [],
    },
    picUrl: text,
    count: number,
    isCounted: Boolean,
    applyReason: text,
    applyDescription: text,
    applyPicUrls: { type: [String], default: [] },
    refundPriceFen: number,
    auditOperatorId: maybeNumber,
    auditAt: maybeDate,
    auditReason: maybeText,
    returnAddress: {
      type: { _id: false, name: String, mobile: String, areaName: String, detailAddress: String },
      default: null,
    },
    logisticsId: maybeNumber,
    logisticsNo: maybeText,
    parcelId: maybeNumber,
    deliveryAt: maybeDate,
    receiveAt: maybeDate,
    receivedCount: maybeNumber,
    restock: { type: Boolean, default: null },
    receiveReason: maybeText,
    refundTries: { type: Number, default: 0 },
    merchantRefundId: maybeText,
    payRefundId: maybeNumber,
    isRefunding: { type: Boolean, default: false },
    refundAt: maybeDate,
  },
  {
    indexes: [
      [{ no: 1 }, { unique: true }],
      // The member's own list, newest first.
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ orderId: 1, status: 1 }],
      // Operators' lists, newest first.
      [{ createdAt: -1, _id: -1 }],
      [{ status: 1, createdAt: -1, _id: -1 }],
      [{ spuNameTerms: 1, createdAt: -1, _id: -1 }],
      // By the number of its return parcel.
      [{ parcelId: 1 }],
      // For numbers of a time span.
      [{ refundAt: 1 }],
    ],
  },
);
