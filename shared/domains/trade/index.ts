export { tradeErrors } from "./trade.errors.js";
export { tradeOrderCancelled, tradeOrderExpired, tradeOrderPaid, tradeOrderPlaced } from "./trade.events.js";
export { cancelClosedOrderJob, closeUnpaidOrderJob, markOrderPaidJob, sweepUnpaidOrdersJob } from "./trade.jobs.js";
export { OrderModel, type OrderDoc } from "./order.model.js";
export { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
export { OrderLogModel, type OrderLogDoc } from "./orderLog.model.js";
export type { DeliveryType, OrderStatus, OrderType } from "./order.states.js";
export {
  findOrder,
  findOrderItems,
  findOrderPage,
  ownOrder,
  ownOrderWithItems,
  type OrderPageQuery,
  type OrderWithItems,
} from "./order.queries.js";
export { DeliveryTemplateModel, type DeliveryTemplateDoc } from "./deliveryTemplate.model.js";
export {
  enabledExpressCompanies,
  ExpressCompanyModel,
  findExpressCompany,
  type ExpressCompanyDoc,
} from "./expressCompany.model.js";
export { tradeConfig, TradeConfigModel, type TradeConfigDoc } from "./tradeConfig.model.js";
export { seedDelivery } from "./seedDelivery.js";
export { settleOrder, type Settlement, type SettlementInput } from "./settleOrder.js";
export type { BasketLine, OrderLineInput } from "./readBasket.js";
export { checkCanBuy } from "./checkCanBuy.js";
export type { PlaceOrderInput } from "./buildOrder.js";
export { placeOrder } from "./placeOrder.js";
export { cancelOrder } from "./cancelOrder.js";
export { deleteOrder } from "./deleteOrder.js";
export { expireDueOrders, expireOrder } from "./expireOrder.js";
export { markOrderPaid } from "./markOrderPaid.js";
export { cancelClosedOrder } from "./cancelClosedOrder.js";
export { moveOrderExpiry } from "./moveOrderExpiry.js";
