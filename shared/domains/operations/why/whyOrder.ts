import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { RECEIVE_AFTER_MS, type AfterSaleDoc, type OrderDoc, type OrderItemDoc } from "#shared/domains/trade/index.js";
import { AfterSaleStatus, type openAfterSaleStates } from "#shared/domains/trade/afterSale/afterSale.states.js";
import {
  CancelType,
  ItemAfterSaleStatus,
  OrderStatus,
  RefundStatus,
} from "#shared/domains/trade/order/order.states.js";
import { say, withParts, type Phrase, type Why } from "./why.js";
import { troublesOfJobs, type JobFacts } from "./whyJob.js";
import { openParts, whyPayment, type PaymentFacts } from "./whyPayment.js";

export interface OrderFacts {
  order: OrderDoc;
  items: readonly Pick<OrderItemDoc, "afterSaleStatus">[];
  /** Null where there is nothing to pay. */
  payment: PaymentFacts | null;
  /** An open one. */
  afterSale: Pick<AfterSaleDoc, "_id" | "no" | "status"> | null;
  /** Its group-buy needs more members. */
  gathers: boolean;
  /** Its own, but those of its payment. */
  jobs: readonly JobFacts[];
}

/** Why an order is where it is: whom it waits for, and what of its payment, notices and refunds is open. */
export const whyOrder = (facts: OrderFacts, now: Date): Why =>
  withParts(ofStates[facts.order.status](facts, now), [
    ...(facts.payment && facts.order.status !== OrderStatus.unpaid ? openParts(facts.payment, now) : []),
    ...troublesOfJobs(facts.jobs, now),
  ]);

type WhyOfState = (facts: OrderFacts, now: Date) => Why;

const unpaid: WhyOfState = ({ order, payment }, now) => {
  const acts = [
    { act: "order.expire", id: order._id },
    { act: "order.cancel", id: order._id },
  ] as const;
  if (!payment || payment.order.status === PayStatus.closed)
    return order.payExpireAt > now
      ? { state: "waits", phrases: [say("memberPays", { at: order.payExpireAt })], acts: [...acts] }
      : { state: "runs", phrases: [say("payExpires", { at: order.payExpireAt })], acts: [...acts] };
  if (payment.order.status !== PayStatus.waiting) return { state: "runs", phrases: [say("orderUnmarked")], acts: [] };
  const why = whyPayment(payment, now);
  return { ...why, acts: [...acts, ...why.acts] };
};

const toShip: WhyOfState = ({ order, items, afterSale, gathers }) => {
  const { _id: id } = order;
  const goesBack =
    order.refundStatus === RefundStatus.inFull ||
    order.cancelType !== null ||
    items.every(({ afterSaleStatus }) => afterSaleStatus === ItemAfterSaleStatus.refunded);
  const ofSale = ofAfterSale(afterSale);
  if (ofSale) return ofSale;
  if (goesBack) return { state: "waits", phrases: [say("orderGoesBack")], acts: [] };
  if (gathers) return { state: "waits", phrases: [say("orderGathers")], acts: [] };
  if (order.deliveryType === DeliveryType.pickUp)
    return {
      state: "waits",
      phrases: [say("orderToPickUp", { at: order.payAt })],
      acts: [{ act: "order.pickUp", id }],
    };
  const waits = order.parcels
    ? say("orderPartSent", { at: order.deliveryAt })
    : say("orderToShip", { at: order.payAt });
  return { state: "stands", phrases: [waits], acts: [{ act: "order.ship", id }] };
};

const shipped: WhyOfState = ({ order, afterSale }) => {
  if (order.comingBack)
    return { state: "stands", phrases: [say("orderComesBack")], acts: [{ act: "order.refund", id: order._id }] };
  const ofSale = ofAfterSale(afterSale);
  if (ofSale) return ofSale;
  const until = order.deliveryAt && new Date(order.deliveryAt.getTime() + RECEIVE_AFTER_MS);
  return { state: "waits", phrases: [say("orderUnderWay", { at: order.deliveryAt, until })], acts: [] };
};

type OpenAfterSale = (typeof openAfterSaleStates)[number];
const ofOpenAfterSales: Record<OpenAfterSale, (no: string) => Omit<Why, "acts">> = {
  [AfterSaleStatus.applied]: (no) => ({ state: "stands", phrases: [say("afterSaleApplied", { no })] }),
  [AfterSaleStatus.agreed]: (no) => ({ state: "waits", phrases: [say("afterSaleAgreed", { no })] }),
  [AfterSaleStatus.goodsSent]: (no) => ({ state: "stands", phrases: [say("afterSaleSent", { no })] }),
  [AfterSaleStatus.refunding]: (no) => ({ state: "waits", phrases: [say("afterSaleRefunding", { no })] }),
};
const isOpen = (status: AfterSaleStatus): status is OpenAfterSale => status in ofOpenAfterSales;

/** What an open after-sale of an order waits for; undefined: there is none. */
function ofAfterSale(afterSale: OrderFacts["afterSale"]): Why | undefined {
  if (!afterSale || !isOpen(afterSale.status)) return undefined;
  return { ...ofOpenAfterSales[afterSale.status](afterSale.no), acts: [{ act: "afterSale.view", id: afterSale._id }] };
}

const ofStates: Record<OrderStatus, WhyOfState> = {
  [OrderStatus.unpaid]: unpaid,
  [OrderStatus.toShip]: toShip,
  [OrderStatus.shipped]: shipped,
  [OrderStatus.completed]: ({ order, afterSale }) =>
    ofAfterSale(afterSale) ?? {
      state: "done",
      phrases: [say("orderCompleted", { at: order.receiveAt ?? order.finishAt ?? order.payAt })],
      acts: [],
    },
  [OrderStatus.cancelled]: ({ order }) => ({
    state: "done",
    phrases: [ofCancelTypes[order.cancelType ?? CancelType.byOperator](order.cancelAt)],
    acts: [],
  }),
};

const ofCancelTypes: Record<CancelType, (at: Date | null) => Phrase> = {
  [CancelType.overdue]: (at) => say("orderOverdue", { at }),
  [CancelType.refunded]: (at) => say("orderRefunded", { at }),
  [CancelType.byMember]: (at) => say("orderCancelledByMember", { at }),
  [CancelType.groupFailed]: (at) => say("orderGroupFailed", { at }),
  [CancelType.byOperator]: (at) => say("orderCancelledByOperator", { at }),
};
