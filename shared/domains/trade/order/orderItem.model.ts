import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ItemAfterSaleStatus } from "./order.states.js";

/**
 * A bought item, as it was at the order. It is not embedded in the order, as clients refer to an item by its id alone
 * (item/get, reviews, after-sale), and its states change without a write of the order's document.
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
  /** Per piece. */
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
  /** For the whole line, with its share of the delivery fee. */
  payPriceFen: number;
  commentStatus: boolean;
  afterSaleId: number | null;
  afterSaleStatus: ItemAfterSaleStatus;
  /** The parts of payPriceFen and usePoint given back so far, and of givePoint taken back. */
  refundPriceFen: number;
  refundPoint: number;
  takenBackPoint: number;
  /** The shop has all its pieces: returned, or refunded before they were shipped. */
  goodsBack: boolean;
  /** All its pieces are for sale again. */
  restocked: boolean;
  /** So many are back and for sale again (itemPieces.ts); absent: all or none, as above. */
  backCount?: number;
  restockedCount?: number;
  /** Pieces that were refunded in full and stay with their buyer. */
  keptCount?: number;
  /** Of an order that is sent in parts: pieces in its parcels that are still their buyer's. */
  sentCount?: number;
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
    backCount: Number,
    restockedCount: Number,
    keptCount: Number,
    sentCount: Number,
  },
  {
    indexes: [
      [{ orderId: 1, _id: 1 }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      // The orders of a product, newest first.
      [{ spuId: 1, createdAt: -1, _id: -1 }],
    ],
  },
);
