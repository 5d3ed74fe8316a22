import { config } from "#shared/kernel/config/config.js";
import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { defineModel, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { tradeErrors } from "../trade.errors.js";
import { OrderStatus } from "../order/order.states.js";

/** One row per member, which each new unpaid order moves on: of two at once the second runs again and counts the first. */
const TradeBuyerModel = defineModel<{ _id: number; version: number }>("tradeBuyers", {
  version: { type: Number, default: 0 },
});

const buyers = keyedMutex<number>();

/** Runs `fn` when no other new order of this member is written in this process: they would only abort each other. */
export const withBuyerLock = <T>(memberId: number, fn: () => Promise<T>): Promise<T> =>
  buyers.exclusively(memberId, fn);

interface WantedLine {
  skuId: number;
  count: number;
}

async function assertUnpaidLimits(memberId: number, lines: readonly WantedLine[]): Promise<void> {
  const { LIMIT_UNPAID_ORDERS: orderLimit, LIMIT_UNPAID_UNITS: unitLimit } = config;
  const unpaid = await OrderModel.find({ memberId, deletedAt: null, status: OrderStatus.unpaid }, { _id: 1 }).lean<
    Pick<OrderDoc, "_id">[]
  >();
  if (orderLimit > 0 && unpaid.length >= orderLimit) throw tradeErrors.TooManyUnpaidOrders({ limit: orderLimit });
  if (unitLimit === 0) return;
  const held = await unitsHeld(
    unpaid.map(({ _id }) => _id),
    lines,
  );
  if (Math.max(...held.values()) > unitLimit) throw tradeErrors.TooManyUnpaidUnits({ limit: unitLimit });
}

/** Units of each SKU that the order wants, with those in the member's unpaid orders. */
async function unitsHeld(orderIds: readonly number[], lines: readonly WantedLine[]): Promise<Map<number, number>> {
  const skuIds = lines.map(({ skuId }) => skuId);
  const others =
    orderIds.length === 0
      ? []
      : await OrderItemModel.find({ orderId: { $in: orderIds }, skuId: { $in: skuIds } }).lean<OrderItemDoc[]>();
  const held = new Map<number, number>();
  for (const { skuId, count } of [...lines, ...others]) held.set(skuId, (held.get(skuId) ?? 0) + count);
  return held;
}

/**
 * Whether a member may leave one more order unpaid, so that nobody holds the stock without paying; in the new order's
 * transaction, before it touches what others want too. What is counted are the orders themselves: paid, cancelled and
 * expired ones make room at once. TooManyUnpaidOrders, TooManyUnpaidUnits.
 */
export async function keepUnpaidLimits(memberId: number, lines: readonly WantedLine[]): Promise<void> {
  if (config.LIMIT_UNPAID_ORDERS === 0 && config.LIMIT_UNPAID_UNITS === 0) return;
  try {
    await TradeBuyerModel.updateOne({ _id: memberId }, { $inc: { version: 1 } }, { upsert: true });
  } catch (error) {
    throw isDuplicateKey(error) ? new LostRace(`first order of ${memberId}`) : error;
  }
  await assertUnpaidLimits(memberId, lines);
}

/** The member leaves: their row goes, in the caller's transaction. */
export async function eraseBuyer(memberId: number): Promise<void> {
  await TradeBuyerModel.deleteOne({ _id: memberId });
}
