import { findMember } from "#shared/domains/member/index.js";
import { loyaltySettings } from "#shared/domains/loyalty/index.js";
import type { OrderItemDoc } from "../order/orderItem.model.js";
import { leavesPieces, piecesAsked } from "../refund/itemPieces.js";
import { leftOf, pointsWith } from "../refund/refundShares.js";
import type { AfterSaleDoc } from "./afterSale.model.js";
import { AfterSaleStatus } from "./afterSale.states.js";

const open: readonly AfterSaleStatus[] = [
  AfterSaleStatus.applied,
  AfterSaleStatus.agreed,
  AfterSaleStatus.goodsSent,
  AfterSaleStatus.refunding,
];

/** Points that a refund would take back and that are not there any more, and what they were worth. */
export interface PointsOwed {
  points: number;
  worthFen: number;
}

/** As of now, for an operator before the approval; null once the after-sale has ended, or its member is gone. */
export async function pointsOwedBy(afterSale: AfterSaleDoc, item: OrderItemDoc | null): Promise<PointsOwed | null> {
  const { memberId, status, refundPriceFen, receivedCount } = afterSale;
  const member = item && open.includes(status) ? await findMember(memberId) : null;
  if (!item || !member) return null;
  const isLast = leftOf(item) <= refundPriceFen && (item.payPriceFen > 0 || !leavesPieces(item, afterSale));
  const pieces = [receivedCount ?? piecesAsked(item, afterSale), item.count] as const;
  const { usePoint, givePoint } = pointsWith(item, refundPriceFen, isLast, pieces);
  // What is returned comes first, and pays what is owed already.
  const there = member.point + Math.max(0, usePoint - (member.pointOwed ?? 0));
  const points = Math.max(0, givePoint - there);
  return { points, worthFen: points * (await loyaltySettings()).fenPerPoint };
}
