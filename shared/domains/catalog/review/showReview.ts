import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { recordCatalogChange } from "../product/shelf.js";
import { ReviewModel, type ReviewDoc } from "./review.model.js";

/**
 * The author shows or hides a review of theirs. Somebody else's is as absent: ReviewNotFound. ReviewHiddenByOperator while
 * the shop hides it: what the author chose would show nothing.
 */
export async function showOwnReview(memberId: number, reviewId: number, visible: boolean): Promise<true> {
  const own = { _id: reviewId, memberId };
  const { matchedCount } = await ReviewModel.updateOne({ ...own, hiddenByOperator: false }, { $set: { visible } });
  if (matchedCount === 1) return true;
  throw (await ReviewModel.exists(own)) ? catalogErrors.ReviewHiddenByOperator() : catalogErrors.ReviewNotFound();
}

/** Operators show or hide any review; what its author hid stays hidden. ReviewNotFound. */
export async function showReview(reviewId: number, visible: boolean): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await ReviewModel.findOneAndUpdate(
      { _id: reviewId },
      { $set: { hiddenByOperator: !visible } },
      { returnDocument: "before", lean: true },
    ).lean<ReviewDoc>();
    if (!before) throw catalogErrors.ReviewNotFound();
    await recordCatalogChange("comment.update-visible", reviewId, {
      before: { visible: !before.hiddenByOperator },
      after: { visible },
    });
    return true;
  });
}
