import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Middleware } from "koa";
import mount from "koa-mount";
import serveStatic from "koa-static";
import { config } from "#shared/platform/config.js";
import { errors } from "#shared/platform/errors.js";

const BASE = "/console";
/** Beside this file's own tree when it runs compiled, in dist when it runs from source. */
const folder = ["../../console", "../../dist/console"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(join(path, "index.html")));

/**
 * The operators' console (api/console), as it was built. Every address below /console that is no file is the page
 * itself, which then shows what the address says.
 */
export function consolePages(): Middleware {
  const files =
    folder && mount(`${BASE}/assets`, serveStatic(join(folder, "assets"), { maxage: 31_536_000_000, immutable: true }));
  const policy = pagePolicy();
  return async (ctx, next) => {
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) return next();
    if (ctx.method !== "GET" && ctx.method !== "HEAD") throw errors.MethodNotAllowed({ method: ctx.method });
    if (!folder || !files) throw errors.PathNotFound();
    if (ctx.path.startsWith(`${BASE}/assets/`)) {
      await files(ctx, async () => undefined);
      if (ctx.status === 404) throw errors.PathNotFound();
      return;
    }
    ctx.set("content-security-policy", policy);
    ctx.set("cache-control", "no-cache");
    ctx.type = "html";
    ctx.body = await readFile(join(folder, "index.html"));
  };
}

/** Scripts of our own alone; pictures also of the shop's storage, and of where content may have them. */
function pagePolicy(): string {
  const storage = [...new Set([config.S3_ENDPOINT, config.MEDIA_BASE_URL].map((url) => new URL(url).origin))].join(" ");
  // A video's cover comes from its platform; the sandbox that plays it has no TLS.
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
