import { randomUUID } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Context as KoaContext, Middleware } from "koa";
import { LRUCache } from "lru-cache";
import type { Caller } from "#shared/domains/member/index.js";
import { config } from "#shared/kernel/config/config.js";
import type { ProofPurpose } from "#shared/kernel/security/proofOfWork.js";
import { prove } from "./security/proof.js";
import { errors } from "#shared/kernel/request/errors.js";
import { currentContext, withContext, type Context, type Language } from "#shared/kernel/request/context.js";

type Range = ReturnType<typeof ipaddr.parseCIDR>;
const ranges = (texts: string[]): Range[] =>
  texts.map((text) => ipaddr.parseCIDR(text.includes("/") ? text : `${text}/32`));
const trustedProxies = ranges(config.TRUSTED_PROXIES);
const exempt = ranges(config.RATE_LIMIT_EXEMPT);

const isIn = (address: string, list: Range[]): boolean => {
  if (list.length === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return list.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
};

/** Exempt from address limits (RATE_LIMIT_EXEMPT). */
export function isExemptAddress(address: string): boolean {
  let isExempt = exemptions.get(address);
  if (isExempt === undefined) exemptions.set(address, (isExempt = isIn(address, exempt)));
  return isExempt;
}
/** For recent addresses: parsing an address costs more than the rest of an exempt request's limit. */
const exemptions = new LRUCache<string, boolean>({ max: 1_000 });

/**
 * The key of address limits: an IPv4 address, or the /64 of an IPv6 one, which is what a household or a rented machine
 * gets; by the full address, one machine could be 2^64 clients.
 */
export function limitKeyOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** The origin of the running request, for limits by address; `purpose` is that of the proofs it may have to bring. */
export function caller(purpose: ProofPurpose = "signIn"): Caller {
  const context = currentContext();
  const ip = context?.ip ?? "";
  return {
    ip,
    network: limitKeyOf(ip),
    exempt: isExemptAddress(ip),
    prove: () => context?.prove?.(purpose) ?? Promise.reject(errors.ProofNeeded()),
  };
}

/** The client's address: X-Forwarded-For is read from the right, as far as trusted proxies wrote it. */
export function clientAddress(socketAddress: string, forwardedFor: string): string {
  let address = plainAddress(socketAddress);
  if (forwardedFor === "") return address;
  const hops = forwardedFor
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  while (hops.length > 0 && isIn(address, trustedProxies)) {
    const hop = plainAddress(hops.pop()!);
    if (!ipaddr.isValid(hop)) break;
    address = hop;
  }
  return address;
}

const plainAddress = (address: string): string => (address.startsWith("::ffff:") ? address.slice(7) : address);
const saneRequestId = /^[\w.:-]{1,100}$/;

/** Sets the context of the request for logs, jobs and provider calls; sends X-Request-Id. */
export const requestContext: Middleware = (ctx, next) => {
  const given = ctx.get("x-request-id");
  const context: Context = {
    requestId: saneRequestId.test(given) ? given : randomUUID(),
    language: languageOf(ctx),
    ip: clientAddress(ctx.socket.remoteAddress ?? "", ctx.get("x-forwarded-for")),
    userAgent: ctx.get("user-agent"),
    prove: (purpose) => prove(ctx, purpose, limitKeyOf(context.ip ?? "")),
  };
  ctx.state["context"] = context;
  ctx.set("x-request-id", context.requestId);
  return withContext(context, next);
};

export const contextOf = (ctx: KoaContext): Context => ctx.state["context"] as Context;

const zh = ["zh", "zh-CN", "zh-TW"];
const en = ["en", "en-US"];
/** The default language first: "*" takes the first of the list. */
const languages = config.DEFAULT_LANGUAGE === "zh" ? [...zh, ...en] : [...en, ...zh];

function languageOf(ctx: KoaContext): Language {
  if (!ctx.get("accept-language")) return config.DEFAULT_LANGUAGE;
  const chosen = ctx.acceptsLanguages(languages);
  if (!chosen) return config.DEFAULT_LANGUAGE;
  return chosen.startsWith("zh") ? "zh" : "en";
}
