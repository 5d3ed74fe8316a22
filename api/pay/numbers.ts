import { payOrdersOfAnyNumber } from "#shared/domains/pay/index.js";
import { ordersOfNumber } from "#shared/domains/trade/index.js";

/** The pay orders that a number stands for, whoever gave it: ours, a try's, the shop order's, the merchant's, the channel's. */
async function payOrderIdsOf(no: string): Promise<number[]> {
  const ofTrade = (await ordersOfNumber(no)).flatMap(({ payOrderId }) => payOrderId ?? []);
  return [...new Set([...ofTrade, ...(await payOrdersOfAnyNumber(no))])];
}

/** The number by which the shop's pay app knows an order: an operator may hold the one that its buyer sees instead. */
async function merchantOrderIdOf(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const [order] = await ordersOfNumber(given);
  return order ? String(order.orderId) : given;
}

interface Numbered {
  no?: string | undefined;
  merchantOrderId?: string | undefined;
}

/** A search whose numbers are those that its pay orders, and what belongs to them, are stored by. */
export async function byPayOrder<Q extends Numbered>({ no, ...query }: Q) {
  return {
    ...query,
    merchantOrderId: await merchantOrderIdOf(query.merchantOrderId),
    payOrderIds: no === undefined ? undefined : await payOrderIdsOf(no),
  };
}

/** The same for refunds, which have numbers of their own. */
export async function byRefund<Q extends Numbered>({ no, ...query }: Q) {
  return {
    ...query,
    merchantOrderId: await merchantOrderIdOf(query.merchantOrderId),
    number: no === undefined ? undefined : { no, payOrderIds: await payOrderIdsOf(no) },
  };
}
