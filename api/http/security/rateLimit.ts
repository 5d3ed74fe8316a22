import type { Context } from "koa";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import type { LimitName } from "../endpoint.js";
import { contextOf, isExemptAddress, limitKeyOf } from "../requestContext.js";

/** Counted in Redis over all processes; in this process's memory while Redis is down. */
function limiter(name: string, points: number, duration: number): () => RateLimiterRedis {
  let made: RateLimiterRedis | undefined;
  return () =>
    (made ??= new RateLimiterRedis({
      storeClient: cacheRedis(),
      keyPrefix: `${config.BULL_PREFIX}:limit:${name}`,
      points,
      duration,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    }));
}

const byMember = limiter("member", config.LIMIT_MEMBER_PER_MINUTE, 60);
const byAddress = limiter("address", config.LIMIT_ADDRESS_PER_MINUTE, 60);
const named: Record<LimitName, () => RateLimiterRedis> = {
  signIn: limiter("sign-in", config.LIMIT_SIGN_IN_PER_15_MINUTES, 900),
  callback: limiter("callback", config.LIMIT_CALLBACKS_PER_SECOND, 1),
  licenseVerify: limiter("license-verify", config.LIMIT_LICENSE_VERIFY_PER_MINUTE, 60),
  message: limiter("message", config.LIMIT_MESSAGES_PER_HOUR, 3_600),
  analytics: limiter("analytics", config.LIMIT_ANALYTICS_KIB_PER_MINUTE, 60),
};

async function consume(get: () => RateLimiterRedis, key: string, cost = 1): Promise<void> {
  try {
    await get().consume(key, cost);
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      throw errors.TooManyRequests({}, Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)));
    throw refused;
  }
}

/** 429 when an address exceeds its limit; exempt addresses never, and without waiting. */
function limitAddress(ip: string): Promise<void> | undefined {
  return isExemptAddress(ip) ? undefined : consume(byAddress, limitKeyOf(ip));
}

/** The same for a request's address, which counts once however often it is checked. */
export function limitOnce(ctx: Context): Promise<void> | undefined {
  if (ctx.state["isCounted"]) return undefined;
  ctx.state["isCounted"] = true;
  return limitAddress(contextOf(ctx).ip ?? "");
}

export async function limitMember(memberId: number): Promise<void> {
  await consume(byMember, String(memberId));
}

/**
 * A named limit: callbacks by channel, the others by address (exempt ones never).
 * @param cost the units that the call counts
 */
export async function limitNamed(name: LimitName, ip: string, path: string, cost = 1): Promise<void> {
  if (name === "callback") return consume(named.callback, path);
  if (!isExemptAddress(ip)) await consume(named[name], limitKeyOf(ip), cost);
}
