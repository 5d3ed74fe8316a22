import { restoreStock } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { closeRefundedAfterSale, claimsOf, findOpenAfterSales } from "../afterSale/finishAfterSale.js";
import type { AfterSaleDoc } from "../afterSale/afterSale.model.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { findOrderItems } from "../order/order.queries.js";
import {
  CancelType,
  ItemAfterSaleStatus,
  OrderRefundStatus,
  orderStates,
  OrderStatus,
  RefundStatus,
} from "../order/order.states.js";
import { leavesPieces, piecesLeftOf, piecesPaid, unsentOf, withPiecesBack, withSentLost } from "./itemPieces.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { endShipping } from "../shipping/shipOrder.js";
import { completeReviewIfDone } from "../order/orderReview.js";
import { takeBackExperience, takeBackOrder, takeBackPoints } from "./takeBackRewards.js";
import { OrderRefundModel, type OrderRefundDoc, type RefundShare } from "./orderRefund.model.js";
import { logRefund, logTakenBack } from "./logRefund.js";
import { experienceWith, leftOf, pointsWith, shareRefund } from "./refundShares.js";

/** An item and its share of a refund. */
interface Part {
  item: OrderItemDoc;
  share: Required<RefundShare>;
  /** Nothing of it is left to refund. */
  isOver: boolean;
  /** Pieces that stay with their buyer, though they were refunded in full and others of the item were not. */
  kept: number;
  /** Pieces that are still to be sent after it. */
  unsent: number;
}

/**
 * Applies a succeeded refund to its paid order, in the caller's transaction; nothing else does. Each fen belongs to an
 * item and takes the item's points along in proportion. Pieces that are refunded in full are for sale again if they were
 * never shipped; an order whose other pieces are sent is shipped with the last of these. With the last item the order is
 * cancelled, and its coupon, gifts and place in an activity are returned. A refund of the order, not of an after-sale, ends
 * the whole order as soon as no money is left, free items included. `cancelledBy` "member": the member cancelled a free
 * order.
 */
export async function giveBack(
  order: OrderDoc,
  refund: OrderRefundDoc,
  afterSale: AfterSaleDoc | null,
  cancelledBy: "refund" | "member" = "refund",
): Promise<void> {
  const open = (await findOpenAfterSales(order._id)).filter(({ _id }) => _id !== afterSale?._id);
  const { parts, isWhole } = partsOf(order, await findOrderItems(order._id), refund, afterSale, claimsOf(open));
  for (const part of parts) await writePart(order, part, afterSale);
  const experience = experienceWith(order, refund.refundFen);
  await writeOrder(order, refund, { parts, isWhole, experience, cancelledBy });
  if (afterSale) await closeRefundedAfterSale(afterSale, refund.refundFen);
  const over = new Set(parts.filter(({ isOver }) => isOver).map(({ item }) => item._id));
  for (const one of open) if (over.has(one.orderItemId)) await closeRefundedAfterSale(one, null);
  const unshipped = parts.flatMap(({ item: { skuId }, share: { count } }) => (count > 0 ? [{ skuId, count }] : []));
  if (unshipped.length > 0) await restoreStock(`refund-${refund._id}`, unshipped);
  await takeBackPoints(order, refund, { ...sumsOf(parts), isWhole });
  await takeBackExperience(order, refund, { experience, isWhole });
  if (isWhole) await takeBackOrder(order);
  else if (order.status === OrderStatus.completed) await completeReviewIfDone(order._id);
  await writeSucceeded(
    refund,
    parts.filter(isTouched).map(({ share }) => share),
  );
  await (cancelledBy === "member" ? logTakenBack(order) : logRefund(order, refund, isWhole));
  const isSent = order.status === OrderStatus.toShip && order.parcels && parts.every(({ unsent }) => unsent === 0);
  if (isSent && !isWhole) await endShipping({ ...order, refundPriceFen: order.refundPriceFen + refund.refundFen });
}

function partsOf(
  order: OrderDoc,
  items: readonly OrderItemDoc[],
  { refundFen }: OrderRefundDoc,
  afterSale: AfterSaleDoc | null,
  claimsFen: ReadonlyMap<number, number>,
): { parts: Part[]; isWhole: boolean } {
  const own = afterSale?.orderItemId ?? null;
  const fens = shareRefund(refundFen, items, { ownItemId: own, claimsFen });
  const isPaidBack = order.refundPriceFen + refundFen >= order.payPriceFen;
  const over = items.map((item, index) => {
    const fen = fens[index] ?? 0;
    if (isPaidBack && afterSale === null) return true;
    if (item.afterSaleStatus === ItemAfterSaleStatus.refunded) return true;
    if (leftOf(item) > fen) return false;
    return fen > 0 || (item._id === own && !leavesPieces(item, afterSale!));
  });
  const parts = items.map((item, index): Part => {
    const fen = fens[index] ?? 0;
    const { spuId, spuName } = item;
    const isOver = over[index]! && item.afterSaleStatus !== ItemAfterSaleStatus.refunded;
    const mine = item._id === own ? afterSale : null;
    const settled = isOver ? piecesLeftOf(item) : mine ? piecesPaid(item, mine, fen) : 0;
    // Of what is refunded without a return, first the pieces that were not sent.
    const unsent = order.status === OrderStatus.toShip ? unsentOf(item) : 0;
    const count = Math.min(settled, unsent);
    const share = {
      orderItemId: item._id,
      spuId,
      spuName,
      refundFen: fen,
      ...pointsWith(item, fen, over[index]!, [mine?.receivedCount ?? settled, item.count]),
      count,
    };
    return { item, share, isOver, kept: isOver ? 0 : settled - count, unsent: isOver ? 0 : unsent - count };
  });
  return { parts, isWhole: isPaidBack && over.every(Boolean) };
}

const isTouched = ({ share, isOver }: Part): boolean =>
  isOver || share.refundFen + share.usePoint + share.givePoint + share.count > 0;

function sumsOf(parts: readonly Part[]): { usePoint: number; givePoint: number } {
  const sum = (of: (share: RefundShare) => number): number => parts.reduce((total, { share }) => total + of(share), 0);
  return { usePoint: sum((share) => share.usePoint), givePoint: sum((share) => share.givePoint) };
}

async function writePart(order: OrderDoc, part: Part, afterSale: AfterSaleDoc | null): Promise<void> {
  const { item, share, isOver, kept } = part;
  const isOwn = item._id === afterSale?.orderItemId;
  if (!isTouched(part) && !isOwn) return;
  // A part is left, for which another after-sale is allowed.
  const ended = isOwn ? { afterSaleStatus: ItemAfterSaleStatus.none, afterSaleId: null } : {};
  const { matchedCount } = await OrderItemModel.updateOne(
    {
      _id: item._id,
      refundPriceFen: item.refundPriceFen,
      refundPoint: item.refundPoint,
      sentCount: item.sentCount ?? null,
    },
    {
      $set: {
        ...(isOver ? { afterSaleStatus: ItemAfterSaleStatus.refunded } : ended),
        ...(share.count > 0 ? withPiecesBack(item, share.count, true) : {}),
        ...(kept > 0 ? { keptCount: (item.keptCount ?? 0) + kept, ...withSentLost(item, kept) } : {}),
      },
      $inc: { refundPriceFen: share.refundFen, refundPoint: share.usePoint, takenBackPoint: share.givePoint },
    },
  );
  if (matchedCount === 0) throw new LostRace(`item ${item._id} of order ${order.no}`);
}

interface Outcome {
  parts: readonly Part[];
  isWhole: boolean;
  experience: number;
  cancelledBy: "refund" | "member";
}

/** Guarded by the state that decided whether the goods were shipped, so that a concurrent shipping conflicts. */
async function writeOrder(
  { _id: orderId, no, status, refundPriceFen, refundPoint, cancelType }: OrderDoc,
  refund: OrderRefundDoc,
  { parts, isWhole, experience, cancelledBy }: Outcome,
): Promise<void> {
  // State 40 has no transitions, and nothing left to refund.
  if (isWhole && status !== OrderStatus.cancelled && !orderStates.allows(status, OrderStatus.cancelled))
    throw new Error(`order ${orderId} cannot leave ${status}`);
  const reason = cancelledBy === "member" ? CancelType.byMember : CancelType.refunded;
  const ends = { status: OrderStatus.cancelled, cancelType: cancelType ?? reason, cancelAt: clock.now() };
  const { modifiedCount } = await OrderModel.updateOne(
    { _id: orderId, status, refundPriceFen, refundPoint },
    {
      // For a failed group-buy cancelType was set when its refund started.
      $set: {
        refundStatus: isWhole ? RefundStatus.inFull : RefundStatus.inPart,
        ...(isWhole && status !== OrderStatus.cancelled ? ends : {}),
      },
      $inc: {
        refundPriceFen: refund.refundFen,
        refundPoint: sumsOf(parts).usePoint,
        takenBackExperience: experience,
      },
    },
  );
  if (modifiedCount === 0) throw new LostRace(no);
}

async function writeSucceeded({ _id, refundFen, payRefundId }: OrderRefundDoc, shares: RefundShare[]): Promise<void> {
  const { modifiedCount } = await OrderRefundModel.updateOne(
    { _id, status: { $ne: OrderRefundStatus.succeeded } },
    { $set: { status: OrderRefundStatus.succeeded, refundFen, shares, refundAt: clock.now() } },
  );
  if (modifiedCount === 0) throw new LostRace(`refund ${payRefundId ?? _id}`);
}
