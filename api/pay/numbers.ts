import { payOrdersOfAnyNumber } from "#shared/domains/pay/index.js";
import { ordersOfNumber } from "#shared/domains/trade/index.js";

/** The pay orders with this number: ours, an attempt's, the shop order's, the merchant's or the channel's. */
async function payOrderIdsOf(no: string): Promise<number[]> {
  const ofTrade = (await ordersOfNumber(no)).flatMap(({ payOrderId }) => payOrderId ?? []);
  return [...new Set([...ofTrade, ...(await payOrdersOfAnyNumber(no))])];
}

/** The order's number at the shop's pay app: an operator may have the one that its buyer sees instead. */
async function merchantOrderIdOf(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const [order] = await ordersOfNumber(given);
  return order ? String(order.orderId) : given;
}

interface Numbered {
  no?: string | undefined;
  merchantOrderId?: string | undefined;
}

/** Converts a search by number to the stored numbers of its pay orders and their rows. */
export async function byPayOrder<Q extends Numbered>({ no, ...query }: Q) {
  return {
    ...query,
    merchantOrderId: await merchantOrderIdOf(query.merchantOrderId),
    payOrderIds: no === undefined ? undefined : await payOrderIdsOf(no),
  };
}

/** The same for refunds, which have their own numbers. */
export async function byRefund<Q extends Numbered>({ no, ...query }: Q) {
  return {
    ...query,
    merchantOrderId: await merchantOrderIdOf(query.merchantOrderId),
    number: no === undefined ? undefined : { no, payOrderIds: await payOrderIdsOf(no) },
  };
}
