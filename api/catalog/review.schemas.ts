import { z } from "zod";
import { OwnPicture, ReviewPictures } from "#api/media/picture.schemas.js";
import {
  DateRange,
  LongId,
  longOf,
  nameText,
  optional,
  pageInput,
  pageInputOrAll,
  pageOf,
  QueryBoolean,
  text,
  Time,
} from "#api/http/fields.js";
import { ReviewGrade, ReviewScore } from "#shared/domains/catalog/catalog.states.js";
import { PropertyView } from "./spu.schemas.js";

/** Both variants of the interface: the own reviews of a member, and the public ones of a product (rules: Catalog and prices). */
export const ReviewPageBody = pageInputOrAll({
  spuId: optional(LongId),
  userId: optional(LongId),
  type: optional(longOf(Object.values(ReviewGrade))),
  goodComment: optional(z.boolean()),
});

const Shown = z
  .preprocess((value) => (value === 1 ? true : value === 0 ? false : value), z.boolean())
  .meta({ override: { type: "boolean" } });
export const ReviewVisibleBody = z.object({ id: LongId, visible: Shown });

const int = z.number().int();

/** Order-item review. For an anonymous one others see neither its author nor its order. */
export const ReviewView = z.object({
  id: int,
  userId: int.nullable(),
  userNickname: z.string(),
  userAvatar: z.string(),
  anonymous: z.boolean(),
  orderId: int.nullable(),
  orderItemId: int.nullable(),
  replyStatus: z.boolean(),
  replyUserId: int.nullable(),
  replyContent: z.string().nullable(),
  replyTime: Time.nullable(),
  additionalContent: z.string().nullable(),
  additionalPicUrls: z.array(z.string()),
  additionalTime: Time.nullable(),
  createTime: Time,
  spuId: int,
  spuName: z.string(),
  skuId: int,
  skuPicUrl: z.string(),
  skuProperties: z.array(PropertyView),
  scores: int,
  descriptionScores: int,
  benefitScores: int,
  content: z.string(),
  picUrls: z.array(z.string()),
});
/** `visible` is in the author's own list only: false for a review that the author hides. */
export const ReviewPageView = pageOf(ReviewView.extend({ visible: z.boolean().optional() }));

export const ReviewAdminPageQuery = pageInput({
  userNickname: optional(text(64)),
  userId: optional(LongId),
  orderId: optional(LongId),
  spuId: optional(LongId),
  spuName: optional(text(100)),
  scores: optional(longOf(Object.values(ReviewScore))),
  replyStatus: optional(QueryBoolean),
  createTime: DateRange,
});
/** visible: whether it is shown; hiddenByOperator: whether an operator hides it, not its author. */
export const ReviewAdminView = ReviewView.extend({ visible: z.boolean(), hiddenByOperator: z.boolean() });
export const ReviewAdminPageView = pageOf(ReviewAdminView);

export const ReviewReplyBody = z.object({ id: LongId, replyContent: text(1_000, 1) });

const Score = z.number().int().min(1).max(5);
export const ReviewCreateBody = z
  .object({
    spuId: optional(LongId),
    skuId: optional(LongId),
    userNickname: nameText(64),
    userAvatar: optional(z.union([z.literal(""), OwnPicture])),
    anonymous: optional(z.boolean()),
    descriptionScores: Score,
    benefitScores: Score,
    content: text(1_000, 1),
    picUrls: optional(ReviewPictures),
  })
  .refine(({ spuId, skuId }) => spuId !== undefined || skuId !== undefined, {
    path: ["skuId"],
    error: "is required without spuId",
  });
