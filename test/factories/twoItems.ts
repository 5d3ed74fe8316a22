import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { buildOrderPaidAtChannel } from "#test/factories/afterSale.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { runJobs } from "#test/support/runJobs.js";

export const DELIVERY = "/admin-api/trade/order/delivery";
export const STOCK = 20;
export const PRICE = 1_000;

export interface TwoItems extends BuiltOrder {
  /** Three pieces of the first, two of the second. */
  skuIds: number[];
  itemIds: number[];
}
type Pieces = [item: 0 | 1, count: number][];

/** A paid order of two items. */
export async function buildTwoItems(): Promise<TwoItems> {
  const skuIds = [];
  for (let at = 0; at < 2; at++) skuIds.push((await buildSpu({ price: PRICE, stock: STOCK })).skuIds[0]!);
  const items = skuIds.map((skuId, at) => ({ skuId, count: 3 - at }));
  const built = await buildOrderPaidAtChannel({ skuId: skuIds[0]!, body: { items } });
  return { ...built, skuIds, itemIds: built.items.map(({ _id }) => _id) };
}

/** Ships these pieces, or the rest, in a parcel; whatever is answered. */
export function send(
  { client }: BuiltOperator,
  { order, itemIds }: TwoItems,
  { pieces, logisticsNo = freshLogisticsNo(), logisticsId = ZHONGTONG }: Parcel = {},
) {
  const items = pieces?.map(([item, count]) => ({ orderItemId: itemIds[item], count }));
  return client.put(DELIVERY, { id: order._id, logisticsId, logisticsNo, items });
}
interface Parcel {
  pieces?: Pieces | undefined;
  logisticsNo?: string;
  logisticsId?: number;
}

/** The same, and they are shipped; the number of their parcel. */
export async function sent(operator: BuiltOperator, built: TwoItems, parcel: Parcel = {}): Promise<string> {
  const logisticsNo = parcel.logisticsNo ?? freshLogisticsNo();
  const reply = await send(operator, built, { ...parcel, logisticsNo });
  expect(reply.code, reply.msg).to.equal(0);
  await runJobs();
  return logisticsNo;
}

export const statusOf = async ({ order }: BuiltOrder): Promise<number> => (await reloadOrder(order._id)).order.status;

/** The order as its member sees it. */
export const shownTo = async ({ client, order }: BuiltOrder) =>
  (await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`)).data;

/** `npm run check` has nothing against the order, its items and their SKUs. */
export async function holds({ order, itemIds, skuIds }: TwoItems): Promise<void> {
  const abouts = [`order ${order._id}`, ...itemIds.map((id) => `order item ${id}`), ...skuIds.map((id) => `SKU ${id}`)];
  const { violations } = await checkInvariants();
  expect(violations.filter(({ about }) => abouts.includes(about))).to.deep.equal([]);
}
