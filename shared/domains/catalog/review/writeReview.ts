import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { ReviewModel, type ReviewDoc } from "./review.model.js";

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

/** The one score of a review, out of its two: floor of the mean. */
export const scoresOf = (descriptionScores: number, benefitScores: number): number =>
  Math.floor((descriptionScores + benefitScores) / 2);

/**
 * A member's review of an order item, in the caller's transaction. The caller has checked that the item is theirs and
 * may be reviewed now. ItemReviewed when there is one already (and then the caller's transaction is over).
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
  return _id;
}

/** The member leaves: what they said of products stays, without their name and pictures. In the caller's transaction. */
export async function eraseReviewer(memberId: number): Promise<void> {
  await ReviewModel.updateMany({ memberId }, { $set: { nickname: "", avatar: "", picUrls: [], anonymous: true } });
}
