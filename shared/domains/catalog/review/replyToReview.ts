import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { recordCatalogChange } from "../product/shelf.js";
import { ReviewModel, type ReviewDoc } from "./review.model.js";

/** Sets the shop's reply to a review, replacing an earlier one. Throws ReviewNotFound. */
export async function replyToReview(operatorId: number, reviewId: number, replyContent: string): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await ReviewModel.findOneAndUpdate(
      { _id: reviewId },
      { $set: { replyOperatorId: operatorId, replyContent, repliedAt: clock.now() } },
      { returnDocument: "before", lean: true },
    ).lean<ReviewDoc>();
    if (!before) throw catalogErrors.ReviewNotFound();
    await recordCatalogChange("comment.reply", reviewId, {
      before: { replyContent: before.replyContent },
      after: { replyContent },
    });
    return true;
  });
}
