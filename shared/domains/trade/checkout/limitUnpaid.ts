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
 * One row per member, which each new unpaid order moves on: of two at once the second runs again and counts the first. It
 * remembers the orders that were unpaid when they were placed: all that are unpaid now, and some that are no more. What
 * fits beside these fits; the orders themselves are counted only where it does not.
 */
interface TradeBuyer {
  _id: number;
  maybeUnpaid?: MaybeUnpaid[];
  /** Orders so far, and at which of them the list was complete: a process of the version before counts the first alone. */
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
/** Where the number of orders has no limit. */
const MOST_REMEMBERED = 20;

const buyers = keyedMutex<number>();

/** Runs `fn` when no other new order of this member is written in this process: they would only abort each other. */
export const withBuyerLock = <T>(memberId: number, fn: () => Promise<T>): Promise<T> =>
  buyers.exclusively(memberId, fn);

/**
 * Whether a member may leave one more order unpaid, so that nobody holds the stock without paying; in the new order's
 * transaction, before it touches what others want too. What counts are the orders themselves: paid, cancelled and
 * expired ones make room at once. Those that were placed while neither limit was set may be overlooked until they are
 * counted. TooManyUnpaidOrders, TooManyUnpaidUnits.
 */
export async function keepUnpaidLimits(
  { _id: orderId, memberId }: Pick<OrderDoc, "_id" | "memberId">,
  wanted: readonly WantedLine[],
): Promise<void> {
  const { LIMIT_UNPAID_ORDERS: orderLimit, LIMIT_UNPAID_UNITS: unitLimit } = config;
  if (orderLimit === 0 && unitLimit === 0) return;
  const entry: MaybeUnpaid = { orderId, lines: wanted.map(({ skuId, count }) => ({ skuId, count })) };
  const before = await remember(memberId, entry);
  const others = before?.maybeUnpaid;
  const isComplete = others !== undefined && before?.completeAt === before?.version;
  const hasRoom = isComplete && others.length < (orderLimit || MOST_REMEMBERED);
  if (hasRoom && fits(unitLimit, entry, others)) return;
  const unpaid = await countUnpaid(memberId);
  if (orderLimit > 0 && unpaid.length >= orderLimit) throw tradeErrors.TooManyUnpaidOrders({ limit: orderLimit });
  if (!fits(unitLimit, entry, unpaid)) throw tradeErrors.TooManyUnpaidUnits({ limit: unitLimit });
  const complete = { maybeUnpaid: [...unpaid, entry], completeAt: (before?.version ?? 0) + 1 };
  await TradeBuyerModel.updateOne({ _id: memberId }, { $set: complete });
}

/** Answers the row as it was; null: there was none. */
async function remember(memberId: number, entry: MaybeUnpaid): Promise<TradeBuyer | null> {
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

/** No SKU of the order has more units than the limit, with those in the others. */
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

/** The member leaves: their row goes, in the caller's transaction. */
export async function eraseBuyer(memberId: number): Promise<void> {
  await TradeBuyerModel.deleteOne({ _id: memberId });
}
