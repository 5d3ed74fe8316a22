import { withSkuLocks } from "#shared/domains/catalog/index.js";
import { withBuyerLock } from "../checkout/limitUnpaid.js";
import { OrderModel, type OrderDoc } from "./order.model.js";

/**
 * Concurrent payments or refunds of one member, or of one SKU, would abort each other, as they write the same rows. Enter
 * before the transaction, whose snapshot must not be older than the lock.
 */
export const withOrderLocks = <T>(memberId: number, skuIds: readonly number[], fn: () => Promise<T>): Promise<T> =>
  withBuyerLock(memberId, () => withSkuLocks(skuIds, fn));

type Reserved = Pick<OrderDoc, "_id" | "reserved">;

export const readSkuIds = async (orderId: number): Promise<number[]> =>
  skuIdsOf(await OrderModel.findById(orderId, { reserved: 1 }).lean<Reserved>());

export const skuIdsOf = (order: Pick<OrderDoc, "reserved"> | null): number[] =>
  order?.reserved?.map(({ skuId }) => skuId) ?? [];
