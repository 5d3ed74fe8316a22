import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { recordCatalogChange } from "../product/shelf.js";
import { ReviewModel, type ReviewDoc } from "./review.model.js";
import { reviewTotals } from "./reviewTotals.js";
import { SkuModel, type SkuDoc } from "../product/sku.model.js";
import { SpuModel, type SpuDoc } from "../product/spu.model.js";
import { scoresOf } from "./writeReview.js";

type VirtualReviewInput = Pick<
  ReviewDoc,
  "nickname" | "avatar" | "anonymous" | "descriptionScores" | "benefitScores" | "content" | "picUrls"
> & {
  skuId?: number | undefined;
  /** Without skuId the product's first variant is used. */
  spuId?: number | undefined;
};

/** An operator writes a review without a member and an order. Throws SkuNotFound, SpuNotFound. */
export async function createVirtualReview({ skuId, spuId, ...input }: VirtualReviewInput): Promise<number> {
  const sku = await SkuModel.findOne({
    ...(skuId === undefined ? {} : { _id: skuId }),
    ...(spuId === undefined ? {} : { spuId }),
  })
    .sort({ _id: 1 })
    .lean<SkuDoc>();
  if (!sku) throw skuId === undefined ? catalogErrors.SpuNotFound() : catalogErrors.SkuNotFound();
  const spu = await SpuModel.findById(sku.spuId).lean<SpuDoc>();
  if (!spu) throw catalogErrors.SpuNotFound();
  const _id = await nextId("productReviews");
  const review = {
    ...input,
    _id,
    memberId: 0,
    orderId: null,
    orderItemId: -_id,
    spuId: spu._id,
    spuName: spu.name,
    skuId: sku._id,
    skuPicUrl: sku.picUrl,
    skuProperties: sku.properties,
    scores: scoresOf(input.descriptionScores, input.benefitScores),
  };
  return inTransaction(async () => {
    await ReviewModel.create([review]);
    reviewTotals.invalidate();
    await recordCatalogChange("comment.create", _id, { after: review });
    return _id;
  });
}
