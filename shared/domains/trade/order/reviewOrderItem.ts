import { ReviewScore } from "#shared/domains/catalog/catalog.states.js";
import { catalogErrors, writeReview } from "#shared/domains/catalog/index.js";
import { usePictures } from "#shared/domains/media/index.js";
import { findMember } from "#shared/domains/member/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { UserType } from "#shared/kernel/kernel.codes.js";
import { eachDueOrder } from "./dueOrders.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder, findOrderItems, ownOrderItem } from "./order.queries.js";
import { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
import { OrderOperation } from "../log/log.codes.js";
import { logOrder } from "../log/orderLog.model.js";
import { completeReviewIfDone } from "./orderReview.js";
import { tradeErrors } from "../trade.errors.js";
import { ItemAfterSaleStatus, OrderStatus } from "./order.states.js";

/** How long after receipt unreviewed items are reviewed automatically (rules: Orders). */
const REVIEW_AFTER_MS = days(7);

interface ItemReview {
  anonymous: boolean;
  /** Whole numbers from 1 to 5. */
  descriptionScores: number;
  benefitScores: number;
  content: string;
  picUrls: string[];
}

/**
 * The member reviews one item of a completed order; the last item completes the order's review. Returns the review's
 * id. Throws OrderItemNotFound, ReviewNotCompleted, OrderAlreadyReviewed; 1008007001 when the item has its review.
 */
export async function reviewOrderItem(memberId: number, itemId: number, review: ItemReview): Promise<number> {
  return inTransaction(async () => {
    const item = await ownOrderItem(memberId, itemId);
    const order = await findOrder(item.orderId);
    if (order?.status !== OrderStatus.completed) throw tradeErrors.ReviewNotCompleted();
    if (order.commentStatus) throw tradeErrors.OrderAlreadyReviewed();
    const reviewId = await writeItemReview(order, item, review, "member");
    const pictures = review.picUrls.map((key, index) => ({ key, field: `picUrls.${index}` }));
    await usePictures(memberId, pictures, { what: "review", id: reviewId });
    return reviewId;
  });
}

/** In the caller's transaction. */
async function writeItemReview(
  { _id: orderId, memberId }: OrderDoc,
  item: OrderItemDoc,
  review: ItemReview,
  by: "member" | "system",
): Promise<number> {
  // First, so that concurrent reviews of one order conflict, and the later one sees that it is the last.
  const { matchedCount } = await OrderModel.updateOne(
    { _id: orderId, status: OrderStatus.completed },
    { $inc: { reviewedCount: 1 } },
  );
  if (matchedCount === 0) throw tradeErrors.ReviewNotCompleted();
  const member = await findMember(memberId);
  const reviewId = await writeReview({
    memberId,
    nickname: member?.nickname ?? "",
    avatar: member?.avatar ?? "",
    orderId,
    orderItemId: item._id,
    spuId: item.spuId,
    spuName: item.spuName,
    skuId: item.skuId,
    skuPicUrl: item.picUrl,
    skuProperties: item.properties,
    ...review,
  });
  await OrderItemModel.updateOne({ _id: item._id }, { $set: { commentStatus: true } });
  await completeReviewIfDone(orderId);
  await logOrder({
    orderId,
    ...(by === "member" ? { userId: memberId, userType: UserType.member } : { userId: 0, userType: UserType.none }),
    beforeStatus: OrderStatus.completed,
    afterStatus: OrderStatus.completed,
    operateType: by === "member" ? OrderOperation.reviewedByMember : OrderOperation.reviewedBySystem,
    what: { kind: by === "member" ? "reviewedByMember" : "reviewedBySystem", spuName: item.spuName },
  });
  return reviewId;
}

const silentReview: ItemReview = {
  anonymous: false,
  descriptionScores: ReviewScore.five,
  benefitScores: ReviewScore.five,
  content: "",
  picUrls: [],
};

/** Reviews the orders whose time for a review is over. */
export const reviewDueOrders = (): Promise<void> =>
  eachDueOrder(
    {
      where: { status: OrderStatus.completed, commentStatus: false },
      time: "receiveAt",
      until: clock.after(-REVIEW_AFTER_MS),
    },
    ({ _id }) => reviewOrderBySystem(_id),
  );

/** Skips fully refunded and returned items, as their buyers did not keep them. */
async function reviewOrderBySystem(orderId: number): Promise<void> {
  for (const { _id, commentStatus, afterSaleStatus, goodsBack } of await findOrderItems(orderId)) {
    if (commentStatus || goodsBack || afterSaleStatus === ItemAfterSaleStatus.refunded) continue;
    await inTransaction(async () => {
      const order = await findOrder(orderId);
      const item = await OrderItemModel.findOne({
        _id,
        commentStatus: false,
        afterSaleStatus: { $ne: ItemAfterSaleStatus.refunded },
      }).lean<OrderItemDoc>();
      if (order?.status !== OrderStatus.completed || !item) return;
      await writeItemReview(order, item, silentReview, "system");
    }).catch((error: unknown) => {
      // The member has reviewed it concurrently.
      if (!catalogErrors.ItemReviewed.is(error)) throw error;
    });
  }
  await completeReviewIfDone(orderId);
}
