import type { z } from "zod";
import {
  isOnItsWayBack,
  type Carriers,
  type OrderInFull,
  type OrderOfMember,
  type OrderSums,
} from "#shared/domains/trade/index.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { AdminOrderDetail, AdminOrderView, OrderSummaryView } from "./orderAdmin.schemas.js";
import type { WithNames } from "./orderLog.joins.js";
import { orderLogView } from "./orderLog.views.js";
import { orderDetailView } from "./order.views.js";

export function adminOrderView({
  order,
  items,
  member,
  carriers,
}: OrderOfMember & { carriers: Carriers }): z.input<typeof AdminOrderView> {
  return {
    ...orderDetailView({ order, items, carriers }),
    userId: order.memberId,
    user: userInShort(member),
    userIp: order.userIp,
    terminal: order.terminal,
    remark: order.remark,
    cancelType: order.cancelType,
    activityId: order.activityId,
    usePoint: order.usePoint,
    givePoint: order.givePoint,
    refundPoint: order.refundPoint,
    deletedByMember: order.deletedAt !== null,
    comingBack: isOnItsWayBack(order),
  };
}

export function adminOrderDetail(full: WithNames<OrderInFull>): z.input<typeof AdminOrderDetail> {
  return {
    ...adminOrderView(full),
    logs: full.logs.map(orderLogView),
  };
}

export const orderSummaryView = (sums: OrderSums): z.input<typeof OrderSummaryView> => ({
  orderCount: sums.orderCount,
  orderPayPrice: sums.orderPayPriceFen,
  afterSaleCount: sums.refundedCount,
  afterSalePrice: sums.refundPriceFen,
});
