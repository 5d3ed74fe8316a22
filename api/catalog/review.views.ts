import type { z } from "zod";
import type { ReviewDoc } from "#shared/domains/catalog/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { epochMs } from "#api/http/fields.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { ReviewAdminView, ReviewView } from "./review.schemas.js";
import { propertyView } from "./spu.views.js";

const nobody = { en: "Anonymous user", zh: "匿名用户" } as const;

/** The public fields of a review. */
export const reviewView = (review: ReviewDoc): z.input<typeof ReviewView> => {
  const fields = fieldsOf(review);
  return review.anonymous ? { ...fields, ...masked(), userId: null, orderId: null, orderItemId: null } : fields;
};

/** The author also sees the order and the visibility; the name is shown as others see it. */
export const ownReviewView = (review: ReviewDoc): z.input<typeof ReviewView> & { visible: boolean } => ({
  ...fieldsOf(review),
  visible: review.visible,
  ...(review.anonymous ? masked() : {}),
});

/** Operators see all of it. */
export const reviewAdminView = (review: ReviewDoc): z.input<typeof ReviewAdminView> => ({
  ...fieldsOf(review),
  visible: review.visible && !review.hiddenByOperator,
  hiddenByOperator: review.hiddenByOperator,
});

const masked = () => ({ userNickname: nobody[currentLanguage()], userAvatar: "" });

const fieldsOf = (review: ReviewDoc): z.input<typeof ReviewView> => ({
  id: review._id,
  userId: review.memberId,
  userNickname: review.nickname,
  userAvatar: mediaUrl(review.avatar),
  anonymous: review.anonymous,
  orderId: review.orderId,
  orderItemId: review.orderItemId > 0 ? review.orderItemId : null,
  replyStatus: review.repliedAt !== null,
  replyUserId: review.replyOperatorId,
  replyContent: review.replyContent,
  replyTime: epochMs(review.repliedAt),
  // The interface has these fields, but reviews get no additions.
  additionalContent: null,
  additionalPicUrls: [],
  additionalTime: null,
  createTime: review.createdAt.getTime(),
  spuId: review.spuId,
  spuName: review.spuName,
  skuId: review.skuId,
  skuPicUrl: mediaUrl(review.skuPicUrl),
  skuProperties: review.skuProperties.map(propertyView),
  scores: review.scores,
  descriptionScores: review.descriptionScores,
  benefitScores: review.benefitScores,
  content: review.content,
  picUrls: review.picUrls.map(mediaUrl),
});
