import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { sendFile, type CachedFile } from "./cached/cachedFile.js";
import { cachedFolder } from "./cached/cachedFolder.js";
import { hasOperatorCookie } from "./security/operatorCookie.js";

const BASE = "/console";
const ASSETS = `${BASE}/assets/`;
/** Next to this file's own tree when it runs compiled, in dist when it runs from source. */
const folder = ["../../console", "../../dist/console"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(join(path, "index.html")));

/**
 * The built operators' console (api/console). Every address below /console that is not a file serves the page, which
 * then shows what the address names; a browser that is signed in is told at once what files that will need.
 */
export function consolePages(): Middleware {
  const pageOf = folder === undefined ? undefined : cachedFolder(folder);
  const assetOf = folder === undefined ? undefined : cachedFolder(join(folder, "assets"));
  const policy = pagePolicy();
  return async (ctx, next) => {
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) return next();
    if (ctx.method !== "GET" && ctx.method !== "HEAD") throw errors.MethodNotAllowed({ method: ctx.method });
    const isAsset = ctx.path.startsWith(ASSETS);
    const file = await (isAsset ? assetOf?.(ctx.path.slice(ASSETS.length)) : pageOf?.("index.html"));
    if (!file) throw errors.PathNotFound();
    if (!isAsset) {
      ctx.set("content-security-policy", policy);
      ctx.vary("Cookie");
      const files = hasOperatorCookie(ctx) ? preloaded(ctx.path, await pageOf?.("preloads.json")) : [];
      if (files.length > 0) ctx.set("link", files.map((name) => `<${ASSETS}${name}>; rel=modulepreload`).join(", "));
    }
    sendFile(ctx, file, isAsset ? "public, max-age=31536000, immutable" : "no-cache");
  };
}

/** The files of the page at this path, in preloads.json (api/console/preloads.mjs). */
function preloaded(path: string, preloads: CachedFile | undefined): string[] {
  if (!preloads) return [];
  const { around, pages } = JSON.parse(preloads.plain.toString()) as Preloads;
  const below = path.slice(BASE.length);
  const page = Object.keys(pages)
    .filter((start) => below === start || below.startsWith(`${start}/`))
    .sort((a, b) => b.length - a.length)[0];
  return [...around, ...(page === undefined ? [] : pages[page]!)];
}
interface Preloads {
  around: string[];
  /** By path below /console. */
  pages: Record<string, string[]>;
}

/** Only our own scripts; pictures also from the shop's storage and from content's addresses. */
function pagePolicy(): string {
  const storage = [...new Set([config.S3_ENDPOINT, config.MEDIA_BASE_URL].map((url) => new URL(url).origin))].join(" ");
  // A video's cover comes from its provider; the sandbox has no TLS.
  const pictures = config.production ? "https:" : "https: http:";
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${pictures} ${storage}`,
    `media-src 'self' blob: ${pictures} ${storage}`,
    `connect-src 'self' ${storage}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
