import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";
import { hasIt } from "./cachedResponse.js";

/** Of our text files; anything else is not compressed. */
const compressible = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;
const WORTH_BYTES = 1_024;

/** The bytes of a page, a script or a document, made and compressed once and sent many times. */
export interface KeptFile {
  type: string;
  etag: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** `type`: the content type, as it is sent. */
export async function keepFile(type: string, plain: Buffer): Promise<KeptFile> {
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  if (!compressible.test(type) || plain.length < WORTH_BYTES) return { type, etag, plain };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(plain),
  ]);
  return { type, etag, plain, br, gzip: zipped };
}

/** Sent as small as its reader takes it; 304 to whoever has it already. */
export function sendFile(ctx: Context, file: KeptFile, cacheControl: string): void {
  ctx.vary("Accept-Encoding");
  ctx.set("etag", file.etag);
  ctx.set("cache-control", cacheControl);
  if (hasIt(ctx.get("if-none-match"), file.etag)) {
    ctx.status = 304;
    return;
  }
  // Without the header any encoding would be allowed; who names none gets the plain bytes.
  const named = ctx.get("accept-encoding") === "" ? "identity" : ctx.acceptsEncodings("br", "gzip", "identity");
  const encoding = (named === "br" || named === "gzip") && file[named] ? named : undefined;
  ctx.set("content-type", file.type);
  if (encoding) ctx.set("content-encoding", encoding);
  ctx.body = encoding ? file[encoding] : file.plain;
}
