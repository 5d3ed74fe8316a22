import type { Context } from "koa";
import { contextOf } from "../requestContext.js";

const isLoopback = (host: string): boolean => /^(?:127\.[\d.]+|\[?::1\]?|localhost)$/.test(host);

/**
 * Whether the reader sits at this machine and typed its own name, so that the operator's password may be shown: not
 * through a proxy, and not by a foreign site's name that was made to mean this machine.
 */
export const isAtThisMachine = (ctx: Context): boolean =>
  isLoopback(contextOf(ctx).ip ?? "") &&
  isLoopback(ctx.hostname) &&
  !["forwarded", "x-forwarded-for", "x-forwarded-host", "via"].some((name) => ctx.get(name) !== "");
