import { log } from "#shared/kernel/observability/log.js";
import { cacheKeys } from "#shared/kernel/redis/keys.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import { activityErrors } from "./activity.errors.js";
import { ActivityGoodsModel, type ActivityGoodsDoc } from "./activity.model.js";
import type { ActivityOffer } from "./activity.kinds.js";
import { ActivityKind } from "./activity.states.js";

/**
 * Cached in Redis for a SKU in a flash sale: `left`, the stock when a buyer was refused, and `moves`, how often stock
 * was returned. It may be lost: then the next buyer reads MongoDB. It only refuses, and expires after seconds, so that
 * a wrong value cannot block a sale for longer.
 */
const LEFT_SECONDS = 3;
const MOVES_SECONDS = 60;
const leftKey = (of: Goods): string => `${cacheKeys()}:seckill:${of.activityId}-${of.skuId}:left`;
const movesKey = (of: Goods): string => `${cacheKeys()}:seckill:${of.activityId}-${of.skuId}:moves`;
type Goods = Pick<ActivityOffer, "activityId" | "skuId">;

/** Sets `left` unless stock was returned since `moves` was read. */
const SET_LEFT = `if (redis.call("get", KEYS[2]) or "0") == ARGV[1] then
  redis.call("set", KEYS[1], ARGV[2], "EX", ARGV[3]) end return 1`;

/**
 * A check before any transaction: refuses buyers of a sold-out flash sale from Redis, after the first one. Other kinds
 * pass. Throws SeckillStockShort.
 */
export async function refuseSoldOut(
  offer: Pick<ActivityOffer, "type" | "activityId" | "skuId" | "count">,
): Promise<void> {
  if (offer.type !== ActivityKind.seckill) return;
  const known = await ifReachable(() => cacheRedis().mget(leftKey(offer), movesKey(offer)));
  const [left, moves] = known ?? [null, null];
  if (left !== null && left !== undefined && Number(left) < offer.count) throw activityErrors.SeckillStockShort();
  const stock = await stockOf(offer);
  if (stock === null || stock >= offer.count) return;
  if (known)
    await ifReachable(() =>
      cacheRedis().eval(SET_LEFT, 2, leftKey(offer), movesKey(offer), moves ?? "0", stock, LEFT_SECONDS),
    );
  throw activityErrors.SeckillStockShort();
}

/** Called after a commit that returned or set stock. Not awaited, as a lost call only costs seconds. */
export function clearSoldOut(goods: Goods): void {
  void ifReachable(() =>
    cacheRedis().multi().incr(movesKey(goods)).expire(movesKey(goods), MOVES_SECONDS).del(leftKey(goods)).exec(),
  );
}

async function stockOf({ activityId, skuId }: Goods): Promise<number | null> {
  const goods = await ActivityGoodsModel.findOne({ activityId, skuId }, { stock: 1 }).lean<
    Pick<ActivityGoodsDoc, "_id" | "stock">
  >();
  // Goods that are not in the sale are refused by the offer.
  return goods ? goods.stock : null;
}

/** Redis' response; undefined while it is unreachable, so that MongoDB alone decides. */
async function ifReachable<T>(query: () => Promise<T>): Promise<T | undefined> {
  try {
    return await query();
  } catch (error) {
    log.debug({ err: error }, "flash sales use MongoDB only");
    return undefined;
  }
}
