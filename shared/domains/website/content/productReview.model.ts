import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, type ContentDoc } from "./content.js";

/** A customer's review of a product, entered by operators. */
export interface ProductReviewDoc extends ContentDoc {
  productId: number;
  nickname: string;
  avatar: string;
  /** 1 to 5. */
  score: number;
  content: string;
}

export const ProductReviewModel = defineModel<ProductReviewDoc>(
  "websiteProductReviews",
  {
    ...contentFields,
    productId: { type: Number, required: true },
    nickname: { type: String, required: true },
    avatar: { type: String, default: "" },
    score: { type: Number, required: true },
    content: { type: String, required: true },
  },
  {
    logicalDelete: true,
    indexes: [
      [{ productId: 1, deletedAt: 1, published: 1, createdAt: -1, _id: -1 }],
      [{ deletedAt: 1, createdAt: -1, _id: -1 }],
    ],
  },
);
