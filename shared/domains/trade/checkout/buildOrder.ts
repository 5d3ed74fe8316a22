import type { ActivityInput, ActivityOffer } from "#shared/domains/promotion/activity/index.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { nextId, nextIds, serialNumber } from "#shared/kernel/mongo/ids.js";
import { endOfPhone } from "#shared/kernel/request/phones.js";
import type { OrderDoc } from "../order/order.model.js";
import type { OrderItemDoc } from "../order/orderItem.model.js";
import { totalsOf, type PriceDraft } from "./price/draft.js";
import { isVirtualBasket, stockLinesOf, type BasketLine, type OrderLineInput } from "./readBasket.js";
import type { Receiver, ReceiverInput } from "./receiverOf.js";
import { ItemAfterSaleStatus, OrderStatus, RefundStatus } from "../order/order.states.js";

export interface PlaceOrderInput extends ActivityInput, ReceiverInput {
  lines: readonly OrderLineInput[];
  couponId?: number | undefined;
  /** Pay with as many points as possible. */
  pointStatus?: boolean | undefined;
  hospitalPrescriptionId?: number | undefined;
  remark?: string | undefined;
}

export type Fresh<T> = Omit<T, "createdAt" | "updatedAt">;
export interface NewOrder {
  order: Fresh<OrderDoc>;
  items: Fresh<OrderItemDoc>[];
  basket: readonly BasketLine[];
  offer: ActivityOffer | null;
}

interface Parts {
  basket: readonly BasketLine[];
  receiver: Receiver;
  price: PriceDraft;
  offer: ActivityOffer | null;
  /** When it was placed, from which its payment deadline counts. */
  at: Date;
}

/** The documents of a new unpaid order, not written yet: ids are allocated, price and receiver are copied. */
export async function buildOrder(memberId: number, input: PlaceOrderInput, parts: Parts): Promise<NewOrder> {
  const { basket, receiver, price, offer, at } = parts;
  const _id = await nextId("tradeOrders");
  const itemIds = await nextIds("tradeOrderItems", basket.length);
  const context = currentContext();
  const totals = totalsOf(price);
  const order = {
    _id,
    no: serialNumber("o", _id),
    memberId,
    type: price.type,
    status: OrderStatus.unpaid,
    productCount: basket.reduce((sum, { count }) => sum + count, 0),
    userRemark: input.remark ?? "",
    remark: "",
    userIp: context?.ip ?? "",
    terminal: context?.terminal ?? Terminal.unknown,
    commentStatus: false,
    isVirtual: isVirtualBasket(basket),
    hospitalPrescriptionId: input.hospitalPrescriptionId ?? null,
    totalPriceFen: totals.totalFen,
    discountPriceFen: totals.discountFen,
    deliveryPriceFen: totals.deliveryFen,
    adjustPriceFen: 0,
    couponId: input.couponId ?? null,
    couponPriceFen: totals.couponFen,
    usePoint: totals.usePoint,
    pointPriceFen: totals.pointFen,
    vipPriceFen: totals.vipFen,
    payPriceFen: totals.payFen,
    givePoint: totals.givePoint,
    pointsPerYuan: price.pointsPerYuan,
    giveCoupons: [...price.giveCoupons],
    activityId: offer?.activityId ?? null,
    reserved: stockLinesOf(basket),
    payStatus: false,
    payOrderId: null,
    payChannelCode: null,
    payExpireAt: new Date(at.getTime() + seconds(config.ORDER_PAY_EXPIRE_SECONDS)),
    payAt: null,
    finishAt: null,
    cancelAt: null,
    cancelType: null,
    deliveryType: input.deliveryType,
    logisticsId: null,
    logisticsNo: null,
    parcelId: null,
    deliveryAt: null,
    receiveAt: null,
    ...receiver,
    receiverMobileEnd: endOfPhone(receiver.receiverMobile),
    refundStatus: RefundStatus.none,
    refundPriceFen: 0,
    refundPoint: 0,
    takenBackExperience: 0,
    refundId: null,
    afterSaleId: null,
    reviewedCount: 0,
    combinationRecordId: null,
    deletedAt: null,
  } satisfies Fresh<OrderDoc>;
  const items = basket.map((line, index) =>
    itemOf({ _id: itemIds[index]!, orderId: _id, memberId }, line, price, index),
  );
  return { order, items, basket, offer };
}

function itemOf(
  ids: Pick<OrderItemDoc, "_id" | "orderId" | "memberId">,
  { cartId, count, sku, spu }: BasketLine,
  price: PriceDraft,
  index: number,
): Fresh<OrderItemDoc> {
  const line = price.lines[index]!;
  return {
    ...ids,
    cartId,
    spuId: spu._id,
    spuName: spu.name,
    skuId: sku._id,
    properties: sku.properties,
    picUrl: sku.picUrl || spu.picUrl,
    count,
    priceFen: line.unitPriceFen,
    discountPriceFen: line.discountFen,
    deliveryPriceFen: line.deliveryFen,
    adjustPriceFen: 0,
    couponPriceFen: line.couponFen,
    pointPriceFen: line.pointFen,
    usePoint: line.usePoint,
    givePoint: line.givePoint,
    vipPriceFen: line.vipFen,
    payPriceFen: line.payFen,
    commentStatus: false,
    afterSaleId: null,
    afterSaleStatus: ItemAfterSaleStatus.none,
    refundPriceFen: 0,
    refundPoint: 0,
    takenBackPoint: 0,
    goodsBack: false,
    restocked: false,
  };
}
