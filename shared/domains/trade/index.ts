export { tradeErrors } from "./trade.errors.js";
export { askParcelJob } from "./trade.jobs.js";
export { OrderModel, type OrderDoc } from "./order.model.js";
export { ordersOfNumber } from "./orderNumber.queries.js";
export { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
export type { OrderLogDoc } from "./orderLog.model.js";
export {
  findOrder,
  findOrderItems,
  findOrderPage,
  ownOrder,
  ownOrderItem,
  ownOrderWithItems,
  type OrderWithItems,
} from "./order.queries.js";
export type { DeliveryTemplateDoc } from "./deliveryTemplate.model.js";
export {
  enabledExpressCompanies,
  findCarrier,
  searchExpressCompanies,
  type ExpressCompanyDoc,
} from "./expressCompany.model.js";
export { tradeConfig } from "./tradeConfig.model.js";
export { settleOrder, type Settlement } from "./settleOrder.js";
export { type Promotion, totalsOf } from "./price/draft.js";
export type { CouponMatch } from "./price/couponTerms.js";
export { mismatchText, promotionName, promotionText } from "./price/wording.js";
export { checkCanBuy } from "./checkCanBuy.js";
export { placeOrder } from "./placeOrder.js";
export { cancelOrder } from "./cancelOrder.js";
export { cancelOrderByOperator } from "./cancelOrderByOperator.js";
export { deleteOrder } from "./deleteOrder.js";
export { moveOrderExpiry } from "./moveOrderExpiry.js";
export {
  eachOrder,
  orderInFull,
  orderOfPickUpCode,
  searchOrders,
  sumOrders,
  type OrderInFull,
  type OrderOfMember,
  type OrderSearch,
  type OrderSums,
} from "./order.search.js";
export { tradeNumbers, waitingOrders, type TradeNumbers } from "./tradeNumbers.js";
export type { BuyerNumbers, OrdersOfTime, ProductNumbers } from "./ordersBetween.js";
export { changeParcel } from "./changeParcel.js";
export { parcelNumberForm } from "./parcel/parcelNumber.js";
export { shipOrder } from "./shipOrder.js";
export { pickUpOrder, pickUpOrderByCode } from "./pickUpOrder.js";
export { receiveDueOrders, receiveOrder, receiveShippedOrder, receiveSignedOrders } from "./receiveOrder.js";
export { reviewDueOrders, reviewOrderItem } from "./reviewOrderItem.js";
export { changeOrderPrice } from "./changeOrderPrice.js";
export { changeOrderAddress, changeOrderRemark } from "./changeOrderAddress.js";
export { refundOrder } from "./refundOrder.js";
export { OrderRefundModel } from "./refund/orderRefund.model.js";
export { leftOf, shareRefund } from "./refund/refundShares.js";
export { AfterSaleModel, type AfterSaleDoc } from "./afterSale/afterSale.model.js";
export type { AfterSaleLogDoc } from "./afterSale/afterSaleLog.model.js";
export { findAfterSalePage, ownAfterSale } from "./afterSale/afterSale.queries.js";
export {
  afterSaleInFull,
  eachAfterSale,
  searchAfterSales,
  type AfterSaleInFull,
  type AfterSaleOfMember,
  type AfterSaleSearch,
} from "./afterSale/afterSale.search.js";
export { applyForAfterSale } from "./afterSale/applyForAfterSale.js";
export { cancelAfterSale } from "./afterSale/cancelAfterSale.js";
export { sendGoodsBack } from "./afterSale/sendGoodsBack.js";
export { agreeAfterSale, disagreeAfterSale, receiveReturn, refuseReturn } from "./afterSale/decideAfterSale.js";
export { refundAfterSale } from "./afterSale/refundAfterSale.js";
export {
  createExpressCompany,
  deleteExpressCompany,
  expressCompany,
  updateExpressCompany,
} from "./changeExpressCompany.js";
export { saveTradeConfig } from "./saveTradeConfig.js";
export { deliveryTemplate, searchDeliveryTemplates } from "./deliveryTemplate.queries.js";
export {
  createDeliveryTemplate,
  deleteDeliveryTemplate,
  updateDeliveryTemplate,
  type DeliveryTemplateInput,
} from "./changeDeliveryTemplate.js";
export {
  openPickUpStore,
  openPickUpStores,
  pickUpStore,
  searchPickUpStores,
  type PickUpStoreDoc,
} from "./store/pickUpStore.model.js";
export { bindStoreStaff, createPickUpStore, deletePickUpStore, updatePickUpStore } from "./store/changePickUpStore.js";
export { applyPush, receivePush } from "./parcel/receivePush.js";
export { orderTracks, type OrderTracks } from "./parcel/orderTracks.js";
export { anonymiseOrders, openTradeOf } from "./anonymiseOrders.js";
export { tradeRecycling } from "./trade.recycling.js";
export {
  ordersInParcel,
  ordersOfMember,
  ordersPaidBy,
  salesOfNumber,
  subjectsOfAfterSale,
  subjectsOfOrders,
} from "./trade.subjects.js";
