import { bestOf, MOST_HITS, type Hit, type Sought } from "#shared/kernel/lists/sought.js";
import { payOrdersOfAnyNumber } from "./order/payOrderNumber.queries.js";
import { PayOrderModel, type PayOrderDoc } from "./order/payOrder.model.js";
import { refundsOfNumber } from "./pay.subjects.js";
import { PayRefundModel, type PayRefundDoc } from "./refund/payRefund.model.js";

const newest = { createdAt: -1, _id: -1 } as const;
const idsGiven = (id: number | undefined): number[] => (id === undefined ? [] : [id]);

type Order = Pick<
  PayOrderDoc,
  "_id" | "no" | "merchantOrderId" | "subject" | "status" | "priceFen" | "walletPartFen" | "createdAt"
>;
const ofOrder = "no merchantOrderId subject status priceFen walletPartFen createdAt";

/** Pay orders by any of their numbers or their id, and those with the `related` ids: of an order with the number. */
export async function searchPayOrders({ id, no }: Sought, related: readonly number[]): Promise<Hit[]> {
  const exact = new Set([...idsGiven(id), ...(no === undefined ? [] : await payOrdersOfAnyNumber(no))]);
  const orders = await PayOrderModel.find({ _id: { $in: [...exact, ...related] } }, ofOrder)
    .sort(newest)
    .lean<Order[]>();
  return bestOf(
    orders.map((order) => ({
      id: order._id,
      title: order.no ?? order.merchantOrderId,
      state: String(order.status),
      amountFen: order.priceFen + order.walletPartFen,
      about: order.subject,
      at: order.createdAt,
      isExact: exact.has(order._id),
    })),
  );
}

type Refund = Pick<
  PayRefundDoc,
  "_id" | "no" | "status" | "refundFen" | "walletRefundFen" | "reason" | "payOrderId" | "createdAt"
>;
const ofRefund = "no status refundFen walletRefundFen reason payOrderId createdAt";

/** Refunds by their number, the merchant's or their id, and those of pay orders with the number. */
export async function searchRefunds({ id, no }: Sought, related: readonly number[]): Promise<Hit[]> {
  const [numbered, ofNumber] =
    no === undefined ? [[], []] : await Promise.all([refundsOfNumber(no), payOrdersOfAnyNumber(no)]);
  const exact = new Set([...idsGiven(id), ...numbered.map((refund) => refund.id)]);
  const found = await Promise.all(
    [{ _id: { $in: [...exact] } }, { payOrderId: { $in: [...ofNumber, ...related] } }].map((which) =>
      PayRefundModel.find(which, ofRefund).sort(newest).limit(MOST_HITS).lean<Refund[]>(),
    ),
  );
  return bestOf(
    found.flat().map((refund) => ({
      id: refund._id,
      title: refund.no,
      state: String(refund.status),
      amountFen: refund.refundFen + refund.walletRefundFen,
      about: refund.reason,
      at: refund.createdAt,
      isExact: exact.has(refund._id),
    })),
  );
}
