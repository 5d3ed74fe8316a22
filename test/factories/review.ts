import { ReviewModel, writeReview, type ReviewDoc } from "#shared/domains/catalog/index.js";
import type { ReviewInput } from "#shared/domains/catalog/review/writeReview.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { startService } from "#test/support/service.js";
import { buildSpu } from "#test/factories/spu.js";

/** A review of 5 points, of a product of its own unless `spuId` and `skuId` say otherwise. */
export async function buildReview(overrides: Partial<ReviewInput> = {}): Promise<ReviewDoc> {
  await startService();
  const place =
    overrides.spuId === undefined
      ? await buildSpu().then(({ spu, skuIds }) => ({ spuId: spu._id, spuName: spu.name, skuId: skuIds[0]! }))
      : { spuId: overrides.spuId, spuName: "Product", skuId: 1 };
  const reviewId = await writeReview({
    memberId: 1,
    nickname: "Lin",
    avatar: "public/test/lin.png",
    orderId: 1,
    orderItemId: 1_000_000_000 + (await nextId("testOrderItems")),
    skuPicUrl: "public/test/product.png",
    skuProperties: [],
    anonymous: false,
    descriptionScores: 5,
    benefitScores: 5,
    content: "As described",
    picUrls: [],
    ...place,
    ...overrides,
  });
  return readReview(reviewId);
}

/** A review as it is stored now. */
export async function readReview(reviewId: number): Promise<ReviewDoc> {
  return ReviewModel.findById(reviewId).orFail().lean<ReviewDoc>();
}
