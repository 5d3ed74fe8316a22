export { deliveryErrors } from "./delivery/delivery.errors.js";
export { askParcelJob } from "./trade.jobs.js";
export { OrderModel, type OrderDoc } from "./order/order.model.js";
export { ordersOfNumber } from "./order/order.queries.js";
export { buyersByPhoneEnd, searchAfterSales, searchOrders, searchParcels } from "./searchSales.js";
export { OrderItemModel, type OrderItemDoc } from "./order/orderItem.model.js";
export { itemLeft } from "./refund/itemPieces.js";
export type { OrderLogDoc } from "./log/orderLog.model.js";
export { parseLog, wordsOfLog } from "./log/readLog.js";
export {
  findOrder,
  findOrderItems,
  pageOrdersOfMember,
  ownOrder,
  ownOrderItem,
  ownOrderWithItems,
  type OrderWithItems,
} from "./order/order.queries.js";
export type { DeliveryTemplateDoc } from "./delivery/deliveryTemplate.model.js";
export {
  enabledExpressCompanies,
  pageExpressCompanies,
  type ExpressCompanyDoc,
} from "./delivery/expressCompany.model.js";
export { tradeConfig } from "./tradeConfig.model.js";
export { settleOrder, type Settlement } from "./checkout/settleOrder.js";
export { type Promotion, totalsOf } from "./checkout/price/draft.js";
export type { CouponMatch } from "./checkout/price/couponTerms.js";
export { mismatchText, promotionName, promotionText } from "./checkout/price/wording.js";
export { checkCanBuy } from "./checkout/checkCanBuy.js";
export { placeOrder } from "./checkout/placeOrder.js";
export { cancelOrder } from "./order/cancelOrder.js";
export { cancelOrderByOperator } from "./order/cancelOrderByOperator.js";
export { deleteOrder } from "./order/deleteOrder.js";
export { moveOrderExpiry } from "./order/moveOrderExpiry.js";
export {
  countOrders,
  eachOrder,
  isOnItsWayBack,
  orderInFull,
  orderOfPickUpCode,
  pageOrders,
  sumOrders,
  type OrderInFull,
  type OrderOfMember,
  type OrderSearch,
  type OrderSums,
} from "./order/pageOrders.js";
export { tradeNumbers, waitingOrders, type TradeNumbers } from "./tradeNumbers.js";
export type { BuyerNumbers, OrdersBetween, ProductNumbers } from "./order/ordersBetween.js";
export { carriersOf, parcelsOf, type Carriers } from "./parcel/parcelsOfOrder.js";
export { changeParcel } from "./parcel/changeParcel.js";
export { parcelNumberForm, plainParcelNumber, recognizeCompany } from "./parcel/parcelNumber.js";
export { checkShipments, type CheckedShipment } from "./shipping/checkShipments.js";
export { shipOrder } from "./shipping/shipOrder.js";
export { pickUpOrder, pickUpOrderByCode } from "./order/pickUpOrder.js";
export {
  RECEIVE_AFTER_MS,
  receiveDueOrders,
  receiveOrder,
  receiveShippedOrder,
  receiveSignedOrders,
} from "./order/receiveOrder.js";
export { reviewDueOrders, reviewOrderItem } from "./order/reviewOrderItem.js";
export { changeOrderPrice } from "./order/changeOrderPrice.js";
export { changeOrderAddress, changeOrderRemark } from "./order/changeOrderAddress.js";
export { refundOrder } from "./refund/refundOrder.js";
export { OrderRefundModel } from "./refund/orderRefund.model.js";
export { leftOf, shareRefund } from "./refund/refundShares.js";
export { AfterSaleModel, type AfterSaleDoc } from "./afterSale/afterSale.model.js";
export type { AfterSaleLogDoc } from "./log/afterSaleLog.model.js";
export { openAfterSaleOf, pageAfterSalesOfMember, ownAfterSale } from "./afterSale/afterSale.queries.js";
export {
  afterSaleInFull,
  countAfterSales,
  eachAfterSale,
  pageAfterSales,
  type AfterSaleInFull,
  type AfterSaleOfMember,
  type AfterSaleSearch,
} from "./afterSale/pageAfterSales.js";
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
} from "./delivery/changeExpressCompany.js";
export { saveTradeConfig } from "./saveTradeConfig.js";
export { deliveryTemplate, pageDeliveryTemplates } from "./delivery/deliveryTemplate.queries.js";
export {
  createDeliveryTemplate,
  deleteDeliveryTemplate,
  updateDeliveryTemplate,
  type DeliveryTemplateInput,
} from "./delivery/changeDeliveryTemplate.js";
export {
  openPickUpStore,
  openPickUpStores,
  pickUpStore,
  pagePickUpStores,
  type PickUpStoreDoc,
} from "./delivery/pickUpStore.model.js";
export {
  bindStoreStaff,
  createPickUpStore,
  deletePickUpStore,
  updatePickUpStore,
} from "./delivery/changePickUpStore.js";
export { pageReturnAddresses, returnAddress, type ReturnAddress } from "./delivery/returnAddress.model.js";
export { createReturnAddress, deleteReturnAddress, updateReturnAddress } from "./delivery/changeReturnAddress.js";
export { applyPush, receivePush } from "./parcel/receivePush.js";
export { orderTracks, type OrderTracks } from "./parcel/orderTracks.js";
export { eraseOrders, openTradeKind } from "./order/eraseOrders.js";
export { tradeRecycling } from "./trade.recycling.js";
export {
  orderNumbers,
  ordersInParcel,
  ordersOfMember,
  ordersPaidBy,
  salesOfNumber,
  subjectsOfAfterSale,
  subjectsOfOrders,
} from "./trade.subjects.js";
export { afterSaleNews, orderNews, parcelNews } from "./saleNews.js";
