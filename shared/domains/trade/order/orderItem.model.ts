import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ItemAfterSaleStatus } from "./order.states.js";

/**
 * What was bought, as it was then. A collection of its own and not part of the order: clients name
 * an item by its id alone (item/get, reviews, after-sale), and its own states move without touching the order's document.
 */
export interface OrderItemDoc {
  _id: number;
  orderId: number;
  memberId: number;
  cartId: number | null;
  spuId: number;
  spuName: string;
  skuId: number;
  properties: { propertyId: number; propertyName: string; valueId: number; valueName: string }[];
  /** A key in object storage, or a full address. */
  picUrl: string;
  count: number;
  /** Of one piece. */
  priceFen: number;
  discountPriceFen: number;
  deliveryPriceFen: number;
  adjustPriceFen: number;
  couponPriceFen: number;
  pointPriceFen: number;
  usePoint: number;
  /** Points that it gives once paid. */
  givePoint: number;
  vipPriceFen: number;
  /** Of the whole line, with its share of the delivery fee. */
  payPriceFen: number;
  commentStatus: boolean;
  afterSaleId: number | null;
  afterSaleStatus: ItemAfterSaleStatus;
  /** Given back of payPriceFen, of usePoint, and taken back of givePoint so far. */
  refundPriceFen: number;
  refundPoint: number;
  takenBackPoint: number;
  /** Its goods are with the shop: received from a return, or refunded in full before they were shipped. */
  goodsBack: boolean;
  /** These are for sale again. */
  restocked: boolean;
  createdAt: Date;
}

const fen = { type: Number, default: 0 };

export const OrderItemModel = defineModel<OrderItemDoc>(
  "tradeOrderItems",
  {
    orderId: { type: Number, required: true },
    memberId: { type: Number, required: true },
    cartId: { type: Number, default: null },
    spuId: { type: Number, required: true },
    spuName: { type: String, required: true },
    skuId: { type: Number, required: true },
    properties: {
      type: [{ _id: false, propertyId: Number, propertyName: String, valueId: Number, valueName: String }],
      default: [],
    },
    picUrl: { type: String, default: "" },
    count: { type: Number, required: true },
    priceFen: { type: Number, required: true },
    discountPriceFen: fen,
    deliveryPriceFen: fen,
    adjustPriceFen: fen,
    couponPriceFen: fen,
    pointPriceFen: fen,
    usePoint: fen,
    givePoint: fen,
    vipPriceFen: fen,
    payPriceFen: { type: Number, required: true },
    commentStatus: { type: Boolean, default: false },
    afterSaleId: { type: Number, default: null },
    afterSaleStatus: { type: Number, enum: Object.values(ItemAfterSaleStatus), default: ItemAfterSaleStatus.none },
    refundPriceFen: fen,
    refundPoint: fen,
    takenBackPoint: fen,
    goodsBack: { type: Boolean, default: false },
    restocked: { type: Boolean, default: false },
  },
  { indexes: [[{ orderId: 1, _id: 1 }], [{ memberId: 1, createdAt: -1 }]] },
);
