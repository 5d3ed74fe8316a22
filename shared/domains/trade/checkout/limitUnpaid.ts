import { config } from "#shared/kernel/config/config.js";
import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { defineModel, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { tradeErrors } from "../trade.errors.js";
import { OrderStatus } from "../order/order.states.js";

interface WantedLine {
  skuId: number;
  count: number;
}
interface MaybeUnpaid {
  orderId: number;
  lines: WantedLine[];
}

/**
 * One row per member, written by each new unpaid order, so that of two concurrent ones the second is retried and counts
 * the first. It lists at least the orders that are unpaid now, and some that no longer are. An order within the limits
 * by this list is within them; the orders themselves are only counted otherwise.
 */
interface TradeBuyer {
  _id: number;
  maybeUnpaid?: MaybeUnpaid[];
  /** Orders so far, and at which of them the list was complete: an older version of the code only counts `version`. */
  version: number;
  completeAt?: number;
}
const TradeBuyerModel = defineModel<TradeBuyer>("tradeBuyers", {
  maybeUnpaid: {
    type: [{ _id: false, orderId: Number, lines: [{ _id: false, skuId: Number, count: Number }] }],
    default: undefined,
  },
  version: { type: Number, default: 0 },
  completeAt: Number,
});
/** The list's length when the number of orders is not limited. */
const MOST_LISTED = 20;

const buyers = keyedMutex<number>();

/** Runs `fn` while no other new order of this member is written in this process: they would only abort each other. */
export const withBuyerLock = <T>(memberId: number, fn: () => Promise<T>): Promise<T> =>
  buyers.exclusively(memberId, fn);

/**
 * Limits a member's unpaid orders, so that nobody reserves stock without paying; in the new order's transaction, before
 * its contended writes. Paid, cancelled and expired orders make room at once. Orders that were placed while neither
 * limit was set may be missed until they are counted. Throws TooManyUnpaidOrders, TooManyUnpaidUnits.
 */
export async function enforceUnpaidLimits(
  { _id: orderId, memberId }: Pick<OrderDoc, "_id" | "memberId">,
  wanted: readonly WantedLine[],
): Promise<void> {
  const { LIMIT_UNPAID_ORDERS: orderLimit, LIMIT_UNPAID_UNITS: unitLimit } = config;
  if (orderLimit === 0 && unitLimit === 0) return;
  const entry: MaybeUnpaid = { orderId, lines: wanted.map(({ skuId, count }) => ({ skuId, count })) };
  const before = await listOrder(memberId, entry);
  const others = before?.maybeUnpaid;
  const isComplete = others !== undefined && before?.completeAt === before?.version;
  const hasRoom = isComplete && others.length < (orderLimit || MOST_LISTED);
  if (hasRoom && fits(unitLimit, entry, others)) return;
  const unpaid = await countUnpaid(memberId);
  if (orderLimit > 0 && unpaid.length >= orderLimit) throw tradeErrors.TooManyUnpaidOrders({ limit: orderLimit });
  if (!fits(unitLimit, entry, unpaid)) throw tradeErrors.TooManyUnpaidUnits({ limit: unitLimit });
  const complete = { maybeUnpaid: [...unpaid, entry], completeAt: (before?.version ?? 0) + 1 };
  await TradeBuyerModel.updateOne({ _id: memberId }, { $set: complete });
}

/** Adds an order to the list; returns the row as it was before, null when there was none. */
async function listOrder(memberId: number, entry: MaybeUnpaid): Promise<TradeBuyer | null> {
  try {
    return await TradeBuyerModel.findOneAndUpdate(
      { _id: memberId },
      { $push: { maybeUnpaid: entry }, $inc: { version: 1, completeAt: 1 } },
      { upsert: true, returnDocument: "before" },
    ).lean<TradeBuyer>();
  } catch (error) {
    throw isDuplicateKey(error) ? new LostRace(`first order of ${memberId}`) : error;
  }
}

/** Whether each SKU of the order, together with the other orders, stays within the limit. */
function fits(unitLimit: number, { lines }: MaybeUnpaid, others: readonly MaybeUnpaid[]): boolean {
  if (unitLimit === 0) return true;
  const held = new Map<number, number>();
  for (const { skuId, count } of [...lines, ...others.flatMap((other) => other.lines)])
    held.set(skuId, (held.get(skuId) ?? 0) + count);
  return lines.every(({ skuId }) => held.get(skuId)! <= unitLimit);
}

async function countUnpaid(memberId: number): Promise<MaybeUnpaid[]> {
  const unpaid = { memberId, deletedAt: null, status: OrderStatus.unpaid };
  const orders = await OrderModel.find(unpaid, { _id: 1 }).lean<Pick<OrderDoc, "_id">[]>();
  if (orders.length === 0) return [];
  const ofThese = { orderId: { $in: orders.map(({ _id }) => _id) } };
  const items = await OrderItemModel.find(ofThese, { orderId: 1, skuId: 1, count: 1 }).lean<
    Pick<OrderItemDoc, "_id" | "orderId" | "skuId" | "count">[]
  >();
  return orders.map(({ _id: orderId }) => ({
    orderId,
    lines: items.filter((item) => item.orderId === orderId).map(({ skuId, count }) => ({ skuId, count })),
  }));
}

/** Erases the row of a member whose account is closed, or whose orders are others now; they are counted at the next one. */
export async function eraseBuyer(memberId: number): Promise<void> {
  await TradeBuyerModel.deleteOne({ _id: memberId });
}
