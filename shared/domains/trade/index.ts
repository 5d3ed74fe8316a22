export { tradeErrors } from "./trade.errors.js";
export { tradeOrderCancelled, tradeOrderExpired, tradeOrderPaid, tradeOrderPlaced } from "./trade.events.js";
export {
  applyPushJob,
  applyRefundJob,
  askParcelJob,
  cancelClosedOrderJob,
  closeUnpaidOrderJob,
  giveOrderCouponsJob,
  markOrderPaidJob,
  pollParcelJob,
  pollParcelsJob,
  receiveShippedOrderJob,
  receiveSignedOrdersJob,
  refundFailedGroupJob,
  subscribeParcelJob,
  sweepShippedOrdersJob,
  sweepUnpaidOrdersJob,
  sweepUnreviewedOrdersJob,
} from "./trade.jobs.js";
export { OrderModel, type OrderDoc } from "./order.model.js";
export { ordersOfNumber } from "./orderNumber.queries.js";
export { OrderItemModel, type OrderItemDoc } from "./orderItem.model.js";
export { OrderLogModel, type OrderLogDoc } from "./orderLog.model.js";
export type { DeliveryType, OrderStatus, OrderType } from "./order.states.js";
export {
  findOrder,
  findOrderItems,
  findOrderPage,
  ownOrder,
  ownOrderItem,
  ownOrderWithItems,
  type OrderPageQuery,
  type OrderWithItems,
} from "./order.queries.js";
export { DeliveryTemplateModel, type DeliveryTemplateDoc } from "./deliveryTemplate.model.js";
export {
  enabledExpressCompanies,
  ExpressCompanyModel,
  findCarrier,
  findExpressCompany,
  searchExpressCompanies,
  type ExpressCompanyDoc,
  type ExpressCompanySearch,
} from "./expressCompany.model.js";
export { tradeConfig, TradeConfigModel, type TradeConfigDoc } from "./tradeConfig.model.js";
export { seedDelivery } from "./seedDelivery.js";
export { settleOrder, type Settlement, type SettlementInput } from "./settleOrder.js";
export type { Promotion } from "./price/draft.js";
export type { CouponMatch } from "./price/couponTerms.js";
export { totalsOf } from "./price/draft.js";
export { mismatchText, promotionName, promotionText } from "./price/wording.js";
export type { BasketLine, OrderLineInput } from "./readBasket.js";
export { checkCanBuy } from "./checkCanBuy.js";
export type { PlaceOrderInput } from "./buildOrder.js";
export { placeOrder } from "./placeOrder.js";
export type { PlacedOrder } from "./writeOrder.js";
export { cancelOrder } from "./cancelOrder.js";
export { cancelOrderByOperator } from "./cancelOrderByOperator.js";
export { deleteOrder } from "./deleteOrder.js";
export { expireDueOrders, expireOrder } from "./expireOrder.js";
export { markOrderPaid } from "./markOrderPaid.js";
export { cancelClosedOrder } from "./cancelClosedOrder.js";
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
export { ordersOfTime, type BuyerNumbers, type OrdersOfTime, type ProductNumbers } from "./ordersBetween.js";
export { changeParcel } from "./changeParcel.js";
export { parcelNumberForm } from "./parcel/parcelNumber.js";
export { shipOrder, type Shipment } from "./shipOrder.js";
export { pickUpOrder, pickUpOrderByCode } from "./pickUpOrder.js";
export { receiveDueOrders, receiveOrder, receiveShippedOrder, receiveSignedOrders } from "./receiveOrder.js";
export { reviewDueOrders, reviewOrderItem, type ItemReview } from "./reviewOrderItem.js";
export { changeOrderPrice } from "./changeOrderPrice.js";
export { changeOrderAddress, changeOrderRemark, type NewReceiver } from "./changeOrderAddress.js";
export { refundOrder } from "./refundOrder.js";
export { OrderRefundModel, type OrderRefundDoc } from "./refund/orderRefund.model.js";
export { leftOf, shareRefund } from "./refund/refundShares.js";
export { applyRefund } from "./applyRefund.js";
export { giveOrderCoupons } from "./giveRewards.js";
export { refundFailedGroup } from "./refundFailedGroup.js";
export { AfterSaleModel, type AfterSaleDoc } from "./afterSale/afterSale.model.js";
export { AfterSaleLogModel, type AfterSaleLogDoc } from "./afterSale/afterSaleLog.model.js";
export type { AfterSaleStatus, AfterSaleType, AfterSaleWay } from "./afterSale/afterSale.states.js";
export { findAfterSalePage, hasOpenAfterSale, ownAfterSale } from "./afterSale/afterSale.queries.js";
export {
  afterSaleInFull,
  eachAfterSale,
  searchAfterSales,
  type AfterSaleInFull,
  type AfterSaleOfMember,
  type AfterSaleSearch,
} from "./afterSale/afterSale.search.js";
export { applyForAfterSale, type AfterSaleApplication } from "./afterSale/applyForAfterSale.js";
export { cancelAfterSale } from "./afterSale/cancelAfterSale.js";
export { sendGoodsBack, type ReturnParcel } from "./afterSale/sendGoodsBack.js";
export { agreeAfterSale, disagreeAfterSale, receiveReturn, refuseReturn } from "./afterSale/decideAfterSale.js";
export { refundAfterSale } from "./afterSale/refundAfterSale.js";
export {
  createExpressCompany,
  deleteExpressCompany,
  expressCompany,
  updateExpressCompany,
  type ExpressCompanyInput,
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
  PickUpStoreModel,
  searchPickUpStores,
  type PickUpStoreDoc,
} from "./store/pickUpStore.model.js";
export {
  bindStoreStaff,
  createPickUpStore,
  deletePickUpStore,
  updatePickUpStore,
  type PickUpStoreInput,
} from "./store/changePickUpStore.js";
export { ParcelModel, type ParcelDoc } from "./parcel/parcel.model.js";
export { ExpressPushModel } from "./parcel/expressPush.model.js";
export { subscribeParcel } from "./parcel/subscribeParcel.js";
export { refreshParcel } from "./parcel/refreshParcel.js";
export { pollParcel, pollParcels } from "./parcel/pollParcels.js";
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
