import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { ReviewModel, type ReviewDoc } from "./review.model.js";
import { reviewTotals } from "./reviewTotals.js";

export type ReviewInput = Pick<
  ReviewDoc,
  | "memberId"
  | "nickname"
  | "avatar"
  | "spuId"
  | "spuName"
  | "skuId"
  | "skuPicUrl"
  | "skuProperties"
  | "anonymous"
  | "descriptionScores"
  | "benefitScores"
  | "content"
  | "picUrls"
> & { orderId: number; orderItemId: number };

/** The overall score of a review: the floor of the mean of its two scores. */
export const scoresOf = (descriptionScores: number, benefitScores: number): number =>
  Math.floor((descriptionScores + benefitScores) / 2);

/**
 * Writes a member's review of an order item, in the caller's transaction. The caller has checked that the item is the
 * member's and may be reviewed. Throws ItemReviewed if it has a review, which may have aborted the transaction.
 */
export async function writeReview(input: ReviewInput): Promise<number> {
  const { orderItemId, descriptionScores, benefitScores } = input;
  if (await ReviewModel.exists({ orderItemId })) throw catalogErrors.ItemReviewed();
  const _id = await nextId("productReviews");
  try {
    await ReviewModel.create([{ ...input, _id, scores: scoresOf(descriptionScores, benefitScores) }]);
  } catch (error) {
    throw isDuplicateKey(error, "orderItemId") ? catalogErrors.ItemReviewed() : error;
  }
  reviewTotals.invalidate();
  return _id;
}

/** Erases name and pictures from reviews of a closed account; the texts stay. In the caller's transaction. */
export async function eraseReviewer(memberId: number): Promise<void> {
  await ReviewModel.updateMany({ memberId }, { $set: { nickname: "", avatar: "", picUrls: [], anonymous: true } });
}
