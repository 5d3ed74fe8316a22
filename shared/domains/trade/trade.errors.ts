import { defineErrors } from "#shared/kernel/request/errors.js";

/** Codes that the trade already uses, and free ones of the same ranges for the rest. */
export const tradeErrors = defineErrors("trade", {
  OrderItemNotFound: { code: 1011000010, en: "There is no such order item", zh: "交易订单项不存在" },
  OrderNotFound: { code: 1011000011, en: "There is no such order", zh: "订单不存在" },
  /** Another write of the same order was faster: the job is retried. */
  PaidNotUnpaid: {
    code: 1011000013,
    en: "The order is not waiting for payment",
    zh: "订单不处于待支付状态",
    retry: true,
  },
  PaidByAnotherPayOrder: { code: 1011000014, en: "The payment belongs to another order", zh: "支付单与订单不匹配" },
  PaidWithoutPayment: { code: 1011000015, en: "The payment is not complete", zh: "支付单尚未支付成功" },
  PaidPriceDiffers: {
    code: 1011000016,
    en: "What was paid is not the price of the order",
    zh: "支付金额与订单金额不一致",
  },
  ShipNotToShip: {
    code: 1011000017,
    en: "Only an order waiting for shipment can be shipped",
    zh: "交易订单发货失败，订单不是【待发货】状态",
  },
  ReceiveNotShipped: {
    code: 1011000018,
    en: "Only a shipped order can be received",
    zh: "交易订单收货失败，订单不是【待收货】状态",
  },
  ReviewNotCompleted: {
    code: 1011000019,
    en: "Only a completed order can be reviewed",
    zh: "创建交易订单项的评价失败，订单不是【已完成】状态",
  },
  OrderAlreadyReviewed: {
    code: 1011000020,
    en: "The order is reviewed already",
    zh: "创建交易订单项的评价失败，订单已评价",
  },
  ShipRefunded: {
    code: 1011000021,
    en: "The order is refunded, or an after-sale or a refund of it is under way",
    zh: "交易订单发货失败，订单已退款，或有售后、退款正在处理",
  },
  ShipGroupInProgress: {
    code: 1011000022,
    en: "The group-buy of this order has not succeeded",
    zh: "交易订单发货失败，拼团未成功",
  },
  ShipNotExpress: {
    code: 1011000024,
    en: "The order is not delivered by express",
    zh: "交易订单发货失败，发货类型不是快递",
  },
  CancelNotUnpaid: {
    code: 1011000025,
    en: "Only an unpaid order can be cancelled",
    zh: "交易订单取消失败，订单不是待支付状态",
  },
  PriceChangePaid: {
    code: 1011000026,
    en: "The price of a paid order cannot be changed",
    zh: "支付订单调价失败，原因：支付订单已付款，不能调价",
  },
  PriceChangedBefore: {
    code: 1011000027,
    en: "The price was changed already",
    zh: "支付订单调价失败，原因：已经修改过价格",
  },
  PriceChangeTooLow: {
    code: 1011000028,
    en: "The new price must be at least 0.01",
    zh: "支付订单调价失败，原因：调整后支付价格不能小于 0.01 元",
  },
  DeleteNotEnded: {
    code: 1011000029,
    en: "Only a completed or cancelled order can be deleted",
    zh: "交易订单删除失败，订单未完成或未取消",
  },
  PickUpNotPickUp: {
    code: 1011000030,
    en: "The order is not picked up in a store",
    zh: "交易订单自提失败，收货方式不是【用户自提】",
  },
  AddressNotToShip: {
    code: 1011000031,
    en: "Only an order waiting for shipment can change its address",
    zh: "交易订单修改收货地址失败，原因：订单不是【待发货】状态",
  },
  PickUpNotStaff: {
    code: 1011000036,
    en: "You are not among the staff of this order's store",
    zh: "交易订单自提失败，原因：您没有核销该门店订单的权限",
  },
  PickUpGroupInProgress: {
    code: 1011000037,
    en: "The group-buy of this order has not succeeded",
    zh: "交易订单自提失败，拼团未成功",
  },
  PointsShort: { code: 1011000038, en: "You have not enough points for this order", zh: "交易订单创建失败，积分不足" },
  PickUpNotWaiting: {
    code: 1011000039,
    en: "The order does not wait for being picked up",
    zh: "交易订单自提失败，订单不是【待核销】状态",
  },
  ExpiryNotUnpaid: {
    code: 1011000040,
    en: "Only an unpaid order has a payment deadline to move",
    zh: "订单不是待支付状态，无法调整支付截止时间",
  },
  TooManyUnpaidOrders: {
    code: 1011000050,
    en: "You have {limit} unpaid orders already: pay or cancel one first",
    zh: "您已有 {limit} 笔待支付订单，请先支付或取消后再下单",
  },
  TooManyUnpaidUnits: {
    code: 1011000051,
    en: "Your unpaid orders may hold at most {limit} pieces of this variant",
    zh: "同一规格的商品，待支付订单中最多 {limit} 件",
  },
  ParcelNotShipped: {
    code: 1011000052,
    en: "Only the parcel of a shipped order that is not received can be changed",
    zh: "修改物流信息失败，订单不是【待收货】的快递订单",
  },
  ParcelSignedFor: {
    code: 1011000053,
    en: "The parcel is signed for, it cannot be changed any more",
    zh: "修改物流信息失败，包裹已签收",
  },
  ShipPiecesWrong: {
    code: 1011000054,
    en: "{field}: {left} pieces of this item are left to send, it cannot be more",
    zh: "{field}：该商品待发 {left} 件，件数不能超过待发件数",
  },
  ParcelInOrder: {
    code: 1011000055,
    en: "The order is sent with this parcel already",
    zh: "该运单号已用于此订单",
  },
  TooManyParcels: {
    code: 1011000056,
    en: "An order is sent in at most {most} parcels",
    zh: "一个订单最多 {most} 个包裹",
  },
  ParcelNotOfOrder: { code: 1011000057, en: "The order has no such parcel", zh: "订单没有该包裹" },
  AfterSaleNotFound: { code: 1011000100, en: "There is no such after-sale", zh: "售后单不存在" },
  AfterSalePriceWrong: {
    code: 1011000101,
    en: "The amount must be above zero and at most what is left, or zero for what costs nothing",
    zh: "申请退款金额错误",
  },
  AfterSaleOrderClosed: {
    code: 1011000102,
    en: "The order is closed, nothing can be applied for",
    zh: "订单已关闭，无法申请售后",
  },
  AfterSaleOrderUnpaid: {
    code: 1011000103,
    en: "The order is not paid, nothing can be applied for",
    zh: "订单未支付，无法申请售后",
  },
  AfterSaleNothingToReturn: {
    code: 1011000104,
    en: "The order is not shipped, there is nothing to send back",
    zh: "订单未发货，无法申请【退货退款】售后",
  },
  AfterSaleApplied: {
    code: 1011000105,
    en: "This item has its after-sale already",
    zh: "订单项已申请售后，无法重复申请",
  },
  AfterSaleNotApplied: {
    code: 1011000106,
    en: "The after-sale does not wait for a decision",
    zh: "审批失败，售后状态不处于审批中",
  },
  AfterSaleChanged: {
    code: 1011000107,
    en: "The after-sale has just changed, look again",
    zh: "操作售后单失败，请刷新后重试",
  },
  AfterSaleNotAgreed: {
    code: 1011000108,
    en: "The after-sale does not wait for goods to be sent back",
    zh: "退货失败，售后单状态不处于【待买家退货】",
  },
  AfterSaleNotReturned: {
    code: 1011000109,
    en: "No goods of this after-sale are on their way back",
    zh: "确认收货失败，售后单状态不处于【待确认收货】",
  },
  AfterSaleNotToRefund: {
    code: 1011000110,
    en: "The after-sale does not wait for its refund",
    zh: "退款失败，售后单状态不是【待退款】",
  },
  AfterSaleNotCancellable: {
    code: 1011000115,
    en: "The after-sale cannot be cancelled any more",
    zh: "取消售后单失败，售后单状态不对",
  },
  AfterSaleGoodsBack: {
    code: 1011000117,
    en: "The goods of this item are back already, there is nothing to send back",
    zh: "该商品已退回，无法再次申请【退货退款】售后",
  },
  AfterSaleCountWrong: {
    code: 1011000119,
    en: "{left} pieces of this item are left, it cannot be more",
    zh: "该商品剩余 {left} 件，件数不能超过剩余件数",
  },
  AfterSaleRefundAsked: {
    code: 1011000120,
    en: "A refund was asked for already, the decision cannot be taken back any more",
    zh: "已发起退款，无法撤回决定",
  },
  AfterSaleGoodsSold: {
    code: 1011000121,
    en: "The returned goods are sold again, the decision cannot be taken back any more",
    zh: "退回的商品已再次售出，无法撤回决定",
  },
  DeleteAfterSaleOpen: {
    code: 1011000118,
    en: "An after-sale of this order is under way, it cannot be deleted yet",
    zh: "交易订单删除失败，订单有售后正在处理",
  },
  PayPriceNotPositive: {
    code: 1011003000,
    en: "The price to pay must be above zero",
    zh: "支付价格计算异常，原因：价格小于等于 0",
  },
  NoDeliveryTemplate: {
    code: 1011003001,
    en: "There is no delivery to this address",
    zh: "该收货地址无可用的运费模板",
  },
  DeliveryTypeMismatch: {
    code: 1011003005,
    en: "These goods cannot be delivered together in this way",
    zh: "商品不支持该配送方式",
  },
  CouponNotForActivity: {
    code: 1011003002,
    en: "A coupon is for ordinary orders only",
    zh: "计算订单价格异常，参加活动的商品不能使用优惠劵",
  },
  CouponUnusable: { code: 1011003006, en: "This coupon cannot be used: {reason}", zh: "优惠劵不可用：{reason}" },
});
