import type { Context } from "koa";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { cacheKeys } from "#shared/kernel/redis/keys.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import type { LimitName } from "../endpoint.js";
import { contextOf, isExemptAddress, limitKeyOf } from "../requestContext.js";

/** Counted in Redis over all processes; in this process's memory while Redis is down. */
function limiter(name: string, points: number, duration: number): () => RateLimiterRedis {
  let made: RateLimiterRedis | undefined;
  return () =>
    (made ??= new RateLimiterRedis({
      storeClient: cacheRedis(),
      keyPrefix: `${cacheKeys()}:limit:${name}`,
      points,
      duration,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    }));
}

/** Each key has a limit of its own, so that this only counts. */
const byMachine = limiter("machine", 1_000_000, 60);
const byMember = limiter("member", config.LIMIT_MEMBER_PER_MINUTE, 60);
/** An address may be a carrier's or an office's: past its soft limit it is asked for proofs, at ten times that refused. */
const HARD = 10;
const byAddress = limiter("address", config.LIMIT_ADDRESS_PER_MINUTE * HARD, 60);
const freeSignIns = limiter("sign-in", config.LIMIT_SIGN_IN_PER_15_MINUTES, 900);
const provedSignIns = limiter("sign-in-proved", config.LIMIT_SIGN_IN_PER_15_MINUTES * (HARD - 1), 900);
const named: Record<Exclude<LimitName, "signIn">, () => RateLimiterRedis> = {
  callback: limiter("callback", config.LIMIT_CALLBACKS_PER_SECOND, 1),
  licenseVerify: limiter("license-verify", config.LIMIT_LICENSE_VERIFY_PER_MINUTE, 60),
  message: limiter("message", config.LIMIT_MESSAGES_PER_HOUR, 3_600),
  analytics: limiter("analytics", config.LIMIT_ANALYTICS_KIB_PER_MINUTE, 60),
};

/** Counts a call; what the count says, with `isOver` where it is over the limit. */
async function count(
  get: () => RateLimiterRedis,
  key: string,
  cost = 1,
): Promise<RateLimiterRes & { isOver: boolean }> {
  try {
    return Object.assign(await get().consume(key, cost), { isOver: false });
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Object.assign(refused, { isOver: true });
    throw refused;
  }
}

async function consume(get: () => RateLimiterRedis, key: string, cost = 1): Promise<RateLimiterRes> {
  const counted = await count(get, key, cost);
  if (counted.isOver) throw errors.TooManyRequests({}, Math.max(1, Math.ceil(counted.msBeforeNext / 1_000)));
  return counted;
}

/** A call with a machine's key: 429 beyond its limit. */
export async function limitMachine(keyId: number, perMinute: number): Promise<void> {
  const { consumedPoints, msBeforeNext } = await count(byMachine, String(keyId));
  if (consumedPoints > perMinute) throw errors.TooManyRequests({}, Math.max(1, Math.ceil(msBeforeNext / 1_000)));
}

async function limitAddress(ctx: Context, ip: string): Promise<void> {
  const { consumedPoints } = await consume(byAddress, limitKeyOf(ip));
  ctx.state["isBusyAddress"] = consumedPoints > config.LIMIT_ADDRESS_PER_MINUTE;
}

/**
 * Counts a request for its address, once however often it is checked: 429 far beyond the limit; exempt addresses never,
 * and without waiting.
 */
export function limitOnce(ctx: Context): Promise<void> | undefined {
  const ip = contextOf(ctx).ip ?? "";
  if (ctx.state["isCounted"] || isExemptAddress(ip)) return undefined;
  ctx.state["isCounted"] = true;
  return limitAddress(ctx, ip);
}

/** A try to sign in: past the soft limit with a proof, except on pages, which a browser cannot bring one to. */
export async function limitSignIn(ctx: Context, { isPage = false } = {}): Promise<void> {
  const { ip = "", prove } = contextOf(ctx);
  if (isExemptAddress(ip)) return;
  const { isOver } = await count(freeSignIns, limitKeyOf(ip));
  if (!isOver && !ctx.state["isBusyAddress"]) return;
  if (!isPage) await prove?.("signIn");
  await consume(provedSignIns, limitKeyOf(ip));
}

/** Before an SMS code: what proves a busy address. */
export async function limitSms(ctx: Context): Promise<void> {
  if (ctx.state["isBusyAddress"]) await contextOf(ctx).prove?.("sms");
}

export async function limitMember(memberId: number): Promise<void> {
  await consume(byMember, String(memberId));
}

/**
 * A named limit: callbacks by channel, the others by address (exempt ones never).
 * @param cost the units that the call counts
 */
export async function limitNamed(
  name: Exclude<LimitName, "signIn">,
  ip: string,
  path: string,
  cost = 1,
): Promise<void> {
  if (name === "callback") await consume(named.callback, path);
  else if (!isExemptAddress(ip)) await consume(named[name], limitKeyOf(ip), cost);
}
