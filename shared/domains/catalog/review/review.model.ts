import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { SkuProperty } from "../product/sku.model.js";

/** A buyer's review of one order item, or a virtual review by an operator (memberId 0, no order). */
export interface ReviewDoc {
  _id: number;
  memberId: number;
  nickname: string;
  avatar: string;
  /** Others do not see the author's name, picture and id. */
  anonymous: boolean;
  orderId: number | null;
  /** Unique, so that an order item has one review. A virtual review has its own negated id. */
  orderItemId: number;
  spuId: number;
  /** Copies of the bought product and variant, which may change or be deleted. */
  spuName: string;
  skuId: number;
  skuPicUrl: string;
  skuProperties: SkuProperty[];
  /** floor((descriptionScores + benefitScores) / 2), 1 to 5. */
  scores: number;
  descriptionScores: number;
  benefitScores: number;
  content: string;
  /** Keys in object storage, or full addresses; at most 9. */
  picUrls: string[];
  /** The author's switch. */
  visible: boolean;
  /** The operators' switch; the author cannot undo it. */
  hiddenByOperator: boolean;
  replyOperatorId: number | null;
  replyContent: string | null;
  repliedAt: Date | null;
  createdAt: Date;
}

const text = { type: String, default: "" };
const score = { type: Number, required: true, min: 1, max: 5 };

export const ReviewModel = defineModel<ReviewDoc>(
  "productReviews",
  {
    memberId: { type: Number, required: true },
    nickname: text,
    avatar: text,
    anonymous: { type: Boolean, default: false },
    orderId: { type: Number, default: null },
    orderItemId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    spuName: text,
    skuId: { type: Number, required: true },
    skuPicUrl: text,
    skuProperties: {
      type: [{ _id: false, propertyId: Number, propertyName: String, valueId: Number, valueName: String }],
      default: [],
    },
    scores: score,
    descriptionScores: score,
    benefitScores: score,
    content: text,
    picUrls: { type: [String], default: [] },
    visible: { type: Boolean, default: true },
    hiddenByOperator: { type: Boolean, default: false },
    replyOperatorId: { type: Number, default: null },
    replyContent: { type: String, default: null },
    repliedAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ orderItemId: 1 }, { unique: true }],
      [{ spuId: 1, visible: 1, hiddenByOperator: 1, createdAt: -1, _id: -1 }],
      [{ memberId: 1, hiddenByOperator: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
