import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";
import { matchesEtag } from "./cachedResponse.js";

/** Of our text files; others are not compressed. */
const compressible = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;
const WORTH_BYTES = 1_024;

/** The bytes of a page, a script or a document, compressed once and sent many times. */
export interface CachedFile {
  type: string;
  etag: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** @param type the content type, as sent */
export async function cacheFile(type: string, plain: Buffer): Promise<CachedFile> {
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  if (!compressible.test(type) || plain.length < WORTH_BYTES) return { type, etag, plain };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(plain),
  ]);
  return { type, etag, plain, br, gzip: zipped };
}

/** Sent in the smallest encoding that the client accepts; 304 when the client has it. */
export function sendFile(ctx: Context, file: CachedFile, cacheControl: string): void {
  ctx.vary("Accept-Encoding");
  ctx.set("etag", file.etag);
  ctx.set("cache-control", cacheControl);
  if (matchesEtag(ctx.get("if-none-match"), file.etag)) {
    ctx.status = 304;
    return;
  }
  // Without the header any encoding would be allowed; such a client gets the plain bytes.
  const named = ctx.get("accept-encoding") === "" ? "identity" : ctx.acceptsEncodings("br", "gzip", "identity");
  const encoding = (named === "br" || named === "gzip") && file[named] ? named : undefined;
  ctx.set("content-type", file.type);
  if (encoding) ctx.set("content-encoding", encoding);
  ctx.body = encoding ? file[encoding] : file.plain;
}
