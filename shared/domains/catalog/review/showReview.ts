import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { recordCatalogChange } from "../product/shelf.js";
import { ReviewModel, type ReviewDoc } from "./review.model.js";
import { reviewTotals } from "./reviewTotals.js";

/**
 * The author shows or hides an own review. Throws ReviewNotFound, also for another member's; ReviewHiddenByOperator
 * while the shop hides it, as the change would have no effect.
 */
export async function showOwnReview(memberId: number, reviewId: number, visible: boolean): Promise<true> {
  const own = { _id: reviewId, memberId };
  const { matchedCount } = await ReviewModel.updateOne({ ...own, hiddenByOperator: false }, { $set: { visible } });
  if (matchedCount === 1) {
    reviewTotals.invalidate();
    return true;
  }
  throw (await ReviewModel.exists(own)) ? catalogErrors.ReviewHiddenByOperator() : catalogErrors.ReviewNotFound();
}

/** Operators show or hide any review; one hidden by its author stays hidden. Throws ReviewNotFound. */
export async function showReview(reviewId: number, visible: boolean): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await ReviewModel.findOneAndUpdate(
      { _id: reviewId },
      { $set: { hiddenByOperator: !visible } },
      { returnDocument: "before", lean: true },
    ).lean<ReviewDoc>();
    if (!before) throw catalogErrors.ReviewNotFound();
    reviewTotals.invalidate();
    await recordCatalogChange("comment.update-visible", reviewId, {
      before: { visible: !before.hiddenByOperator },
      after: { visible },
    });
    return true;
  });
}
