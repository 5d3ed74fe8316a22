import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#shared/platform/config.js";
import { errors } from "#shared/platform/errors.js";
import { cacheRedis } from "#shared/platform/redis.js";
import type { LimitName } from "./endpoint.js";
import { isExemptAddress } from "./requestContext.js";

/** Counted in Redis over all processes; in this process's memory while Redis is away. */
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
};

async function consume(get: () => RateLimiterRedis, key: string): Promise<void> {
  try {
    await get().consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      throw errors.TooManyRequests({}, Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)));
    throw refused;
  }
}

/** 429 once an address made more requests than it may; exempt addresses never, and nothing is waited for. */
export function limitAddress(ip: string): Promise<void> | undefined {
  return isExemptAddress(ip) ? undefined : consume(byAddress, ip);
}

export async function limitMember(memberId: number): Promise<void> {
  await consume(byMember, String(memberId));
}

/** A named limit: sign-in, license verification and messages by address (exempt ones never), callbacks by channel. */
export async function limitNamed(name: LimitName, ip: string, path: string): Promise<void> {
  if (name === "callback") return consume(named.callback, path);
  if (!isExemptAddress(ip)) await consume(named[name], ip);
}
