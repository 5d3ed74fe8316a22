import { activityPaid } from "#shared/domains/promotion/activity/index.js";
import { giveForOrder } from "#shared/domains/loyalty/index.js";
import { giveCoupons } from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OrderModel, type OrderDoc } from "./order.model.js";
import { findOrder } from "./order.queries.js";
import { experienceOf } from "../refund/refundShares.js";
import { giveOrderCouponsJob } from "../trade.jobs.js";
import { OrderStatus, OrderType } from "./order.states.js";

/**
 * Gives the rewards of a paid order in the transaction that marks it paid: points (21), experience (11), the place in a
 * group; coupons in a separate job, as no payment may fail for one (rules: Orders).
 */
export async function giveRewards({
  _id: orderId,
  no,
  memberId,
  type,
  payPriceFen,
  givePoint,
  giveCoupons: gifts,
}: OrderDoc): Promise<void> {
  if (type !== OrderType.normal) await enterActivity(orderId);
  await giveForOrder({ memberId, orderId, no, points: givePoint, experience: experienceOf(payPriceFen) });
  if (gifts.length > 0) await enqueue(giveOrderCouponsJob, { orderId });
}

async function enterActivity(orderId: number): Promise<void> {
  const combinationRecordId = await activityPaid(orderId, clock.now());
  if (combinationRecordId !== null) await OrderModel.updateOne({ _id: orderId }, { $set: { combinationRecordId } });
}

/** Gives the coupons of a paid order once; none if it was refunded before. */
export async function giveOrderCoupons(orderId: number): Promise<void> {
  await inTransaction(async () => {
    const order = await findOrder(orderId);
    if (!order?.payStatus || order.status === OrderStatus.cancelled || order.giveCoupons.length === 0) return;
    await giveCoupons({ memberId: order.memberId, orderId, gifts: order.giveCoupons });
  });
}
