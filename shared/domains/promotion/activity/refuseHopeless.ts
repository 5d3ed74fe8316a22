import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import { activityErrors } from "./activity.errors.js";
import { ActivityGoodsModel, type ActivityGoodsDoc } from "./activity.model.js";
import type { ActivityOffer } from "./activity.kinds.js";
import { ActivityKind } from "./activity.states.js";

/**
 * What Redis keeps of a SKU in a flash sale: `left`, how few were left when a buyer was turned away, and `moves`, how often
 * stock came back. It is a word of MongoDB that may be lost: without it the next buyer reads there. It never lets anyone
 * buy, and it is gone after seconds, so a wrong one cannot block a sale for longer.
 */
const LEFT_SECONDS = 3;
const MOVES_SECONDS = 60;
const leftKey = (of: Goods): string => `${config.BULL_PREFIX}:seckill:${of.activityId}-${of.skuId}:left`;
const movesKey = (of: Goods): string => `${config.BULL_PREFIX}:seckill:${of.activityId}-${of.skuId}:moves`;
type Goods = Pick<ActivityOffer, "activityId" | "skuId">;

/** Sets `left` unless stock came back since `moves` was read. */
const SET_LEFT = `if (redis.call("get", KEYS[2]) or "0") == ARGV[1] then
  redis.call("set", KEYS[1], ARGV[2], "EX", ARGV[3]) end return 1`;

/**
 * The look before any transaction: a flash sale that is sold out says so from Redis, for everyone after the first.
 * Other kinds pass. SeckillStockShort.
 */
export async function refuseHopeless(
  offer: Pick<ActivityOffer, "type" | "activityId" | "skuId" | "count">,
): Promise<void> {
  if (offer.type !== ActivityKind.seckill) return;
  const known = await unlessAway(() => cacheRedis().mget(leftKey(offer), movesKey(offer)));
  const [left, moves] = known ?? [null, null];
  if (left !== null && left !== undefined && Number(left) < offer.count) throw activityErrors.SeckillStockShort();
  const stock = await stockOf(offer);
  if (stock === null || stock >= offer.count) return;
  if (known)
    await unlessAway(() =>
      cacheRedis().eval(SET_LEFT, 2, leftKey(offer), movesKey(offer), moves ?? "0", stock, LEFT_SECONDS),
    );
  throw activityErrors.SeckillStockShort();
}

/** Stock came back, or an operator set it: after the commit. Not waited for; a lost word costs seconds. */
export function welcomeAgain(goods: Goods): void {
  void unlessAway(() =>
    cacheRedis().multi().incr(movesKey(goods)).expire(movesKey(goods), MOVES_SECONDS).del(leftKey(goods)).exec(),
  );
}

async function stockOf({ activityId, skuId }: Goods): Promise<number | null> {
  const goods = await ActivityGoodsModel.findOne({ activityId, skuId }, { stock: 1 }).lean<
    Pick<ActivityGoodsDoc, "_id" | "stock">
  >();
  // What is not on sale at all is told so by the offer.
  return goods ? goods.stock : null;
}

/** What Redis says; undefined while it is away: then MongoDB alone decides. */
async function unlessAway<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.debug({ err: error }, "flash sales look at MongoDB alone");
    return undefined;
  }
}
