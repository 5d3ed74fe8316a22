import { createHash } from "node:crypto";
import type { Context } from "koa";

/** An envelope's bytes, made once and sent many times: a handler returns it instead of data. */
export class CachedResponse {
  readonly bytes: Buffer;
  readonly etag: string;
  constructor(envelope: object) {
    this.bytes = Buffer.from(JSON.stringify(envelope));
    this.etag = `"${createHash("sha256").update(this.bytes).digest("base64url").slice(0, 27)}"`;
  }
}

/** Sent with its ETag; 304 when the client has it. Shared caches must revalidate. */
export function sendCached(ctx: Context, { bytes, etag }: CachedResponse): void {
  ctx.set("etag", etag);
  ctx.set("cache-control", "public, no-cache");
  // Not ctx.fresh: it lets the no-cache that fetch() adds to a conditional request win.
  if (matchesEtag(ctx.get("if-none-match"), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.set("content-type", "application/json; charset=utf-8");
  ctx.body = bytes;
}

/** Whether If-None-Match names this ETag, which may be a weak one. */
export const matchesEtag = (known: string, etag: string): boolean =>
  known !== "" && (known === "*" || known.split(",").some((one) => strong(one.trim()) === strong(etag)));

const strong = (etag: string): string => etag.replace(/^W\//, "");
