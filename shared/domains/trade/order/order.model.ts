import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { type CancelType, OrderStatus, OrderType, RefundStatus } from "./order.states.js";

/** One of the parcels of an order that is sent in parts. */
export interface SentParcel {
  /** Null: these pieces need no parcel. */
  parcelId: number | null;
  /** 0 without a parcel. */
  logisticsId: number;
  logisticsNo: string;
  deliveryAt: Date;
  /** What is in it: pieces by order item. */
  items: { orderItemId: number; count: number }[];
}

/** An order. Its amounts are the sums of its items', but for adjustPriceFen. */
export interface OrderDoc {
  _id: number;
  no: string;
  memberId: number;
  type: OrderType;
  status: OrderStatus;
  productCount: number;
  /** The member's remark. */
  userRemark: string;
  /** The merchant's internal remark, never shown to the member. */
  remark: string;
  userIp: string;
  terminal: number;
  commentStatus: boolean;
  /** Only virtual goods. */
  isVirtual: boolean;
  hospitalPrescriptionId: number | null;

  totalPriceFen: number;
  discountPriceFen: number;
  deliveryPriceFen: number;
  adjustPriceFen: number;
  couponId: number | null;
  couponPriceFen: number;
  usePoint: number;
  pointPriceFen: number;
  vipPriceFen: number;
  payPriceFen: number;
  /** Points that it gives once paid. */
  givePoint: number;
  /** Those of its money, per yuan, as when it was placed; absent in older rows. */
  pointsPerYuan?: number;
  /** Coupons that it gives once paid. */
  giveCoupons: { templateId: number; count: number }[];
  /** For types 1 to 4. */
  activityId: number | null;
  /** Its stock reservations; absent in older orders. */
  reserved?: { skuId: number; count: number }[] | undefined;

  payStatus: boolean;
  payOrderId: number | null;
  payChannelCode: string | null;
  payExpireAt: Date;
  payAt: Date | null;
  finishAt: Date | null;
  cancelAt: Date | null;
  cancelType: CancelType | null;

  deliveryType: DeliveryType;
  logisticsId: number | null;
  logisticsNo: string | null;
  /** The parcel with the order's tracks, the latest of several; null before shipping and when nothing is sent. */
  parcelId: number | null;
  /** Its parcel is refused or on its way back, so that it is not received by time; absent in older rows. */
  comingBack?: boolean;
  /** Every parcel of an order that is sent in parts, oldest first; absent: it was sent at once, or not yet. */
  parcels?: SentParcel[];
  deliveryAt: Date | null;
  receiveAt: Date | null;
  /** A copy: later edits of the address do not change the order. */
  receiverName: string;
  receiverMobile: string;
  /** Its last four digits, by which operators look for it; absent in rows that were written beside step 19. */
  receiverMobileEnd?: string;
  receiverAreaId: number | null;
  receiverDetailAddress: string | null;
  pickUpStoreId: number | null;
  pickUpVerifyCode: string | null;

  refundStatus: RefundStatus;
  refundPriceFen: number;
  /** The part of usePoint that was given back so far. */
  refundPoint: number;
  /** The part of the given experience that was taken back so far. */
  takenBackExperience: number;
  /** The latest refund that an operator started; this write conflicts with a concurrent shipping. */
  refundId: number | null;
  /** The latest after-sale that was applied for; this write conflicts with a concurrent shipping. */
  afterSaleId: number | null;
  /** Items reviewed so far. */
  reviewedCount: number;
  combinationRecordId: number | null;
  /** Deleted by its member: hidden from the member, but kept for the books. */
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const flag = { type: Boolean, default: false };
const fen = { type: Number, default: 0 };
const maybeNumber = { type: Number, default: null };
const maybeText = { type: String, default: null };
const maybeDate = { type: Date, default: null };
const text = { type: String, default: "" };

export const OrderModel = defineModel<OrderDoc>(
  "tradeOrders",
  {
    no: { type: String, required: true },
    memberId: { type: Number, required: true },
    type: { type: Number, enum: Object.values(OrderType), required: true },
    status: { type: Number, enum: Object.values(OrderStatus), required: true },
    productCount: { type: Number, required: true },
    userRemark: text,
    remark: text,
    userIp: text,
    terminal: { type: Number, default: Terminal.unknown },
    commentStatus: flag,
    isVirtual: flag,
    hospitalPrescriptionId: maybeNumber,

    totalPriceFen: { type: Number, required: true },
    discountPriceFen: fen,
    deliveryPriceFen: fen,
    adjustPriceFen: fen,
    couponId: maybeNumber,
    couponPriceFen: fen,
    usePoint: fen,
    pointPriceFen: fen,
    vipPriceFen: fen,
    payPriceFen: { type: Number, required: true },
    givePoint: fen,
    pointsPerYuan: Number,
    giveCoupons: { type: [{ _id: false, templateId: Number, count: Number }], default: [] },
    activityId: maybeNumber,
    reserved: { type: [{ _id: false, skuId: Number, count: Number }], default: undefined },

    payStatus: flag,
    payOrderId: maybeNumber,
    payChannelCode: maybeText,
    payExpireAt: { type: Date, required: true },
    payAt: maybeDate,
    finishAt: maybeDate,
    cancelAt: maybeDate,
    cancelType: maybeNumber,

    deliveryType: { type: Number, enum: Object.values(DeliveryType), required: true },
    logisticsId: maybeNumber,
    logisticsNo: maybeText,
    parcelId: maybeNumber,
    comingBack: flag,
    parcels: {
      type: [
        {
          _id: false,
          parcelId: maybeNumber,
          logisticsId: Number,
          logisticsNo: String,
          deliveryAt: Date,
          items: [{ _id: false, orderItemId: Number, count: Number }],
        },
      ],
      default: undefined,
    },
    deliveryAt: maybeDate,
    receiveAt: maybeDate,
    receiverName: text,
    receiverMobile: text,
    receiverMobileEnd: String,
    receiverAreaId: maybeNumber,
    receiverDetailAddress: maybeText,
    pickUpStoreId: maybeNumber,
    pickUpVerifyCode: maybeText,

    refundStatus: { type: Number, enum: Object.values(RefundStatus), default: RefundStatus.none },
    refundPriceFen: fen,
    refundPoint: fen,
    takenBackExperience: fen,
    refundId: maybeNumber,
    afterSaleId: maybeNumber,
    reviewedCount: { type: Number, default: 0 },
    combinationRecordId: maybeNumber,
    deletedAt: maybeDate,
  },
  {
    indexes: [
      [{ no: 1 }, { unique: true }],
      // The member's own orders, newest first, of all states or of one.
      [{ memberId: 1, deletedAt: 1, createdAt: -1, _id: -1 }],
      [{ memberId: 1, deletedAt: 1, status: 1, createdAt: -1, _id: -1 }],
      // Unpaid ones past their deadline.
      [{ status: 1, payExpireAt: 1, _id: 1 }],
      // Shipped ones due for automatic receipt, received ones due for automatic review.
      [{ status: 1, deliveryAt: 1, _id: 1 }],
      [{ status: 1, commentStatus: 1, receiveAt: 1, _id: 1 }],
      // Operators' lists, newest first.
      [{ createdAt: -1, _id: -1 }],
      [{ status: 1, createdAt: -1, _id: -1 }],
      [{ comingBack: 1, status: 1, createdAt: -1, _id: -1 }],
      [{ receiverMobile: 1, createdAt: -1, _id: -1 }],
      [{ receiverMobileEnd: 1, createdAt: -1, _id: -1 }],
      [{ receiverName: 1, createdAt: -1, _id: -1 }],
      [{ pickUpVerifyCode: 1 }],
      // For numbers of a time span.
      [{ payAt: 1 }],
      // Orders in a parcel.
      [{ parcelId: 1 }],
      [{ "parcels.parcelId": 1 }, { sparse: true }],
    ],
  },
);

/** The reference of an order's stock movements in catalog. */
export const stockRefOf = (orderId: number): string => `order-${orderId}`;
