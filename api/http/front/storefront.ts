import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { sendFile } from "../cached/cachedFile.js";
import { cachedFolder } from "../cached/cachedFolder.js";
import { isAtThisMachine } from "./atThisMachine.js";

const BASE = "/shop";
const ASSETS = `${BASE}/assets/`;
/** In dist, beside this file's own tree when it runs compiled. The image has none. */
const folder = ["../../../storefront", "../../../dist/storefront"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(join(path, "index.html")));

/**
 * The demo's storefront (scripts/storefront), outside production alone. Every address below /shop that is not a file
 * serves the page. To a reader at this machine it also tells the demo operator's sign-in, as the page at `/` does, so
 * that the panel can show the jobs of an order by the operators' own endpoints.
 */
export function storefrontPages(): Middleware {
  const pageOf = folder === undefined ? undefined : cachedFolder(folder);
  const assetOf = folder === undefined ? undefined : cachedFolder(join(folder, "assets"));
  return async (ctx, next) => {
    if (config.production || (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`))) return next();
    if (ctx.method !== "GET" && ctx.method !== "HEAD") throw errors.MethodNotAllowed({ method: ctx.method });
    if (ctx.path.startsWith(ASSETS)) {
      const asset = await assetOf?.(ctx.path.slice(ASSETS.length));
      if (!asset) throw errors.PathNotFound();
      return sendFile(ctx, asset, "public, max-age=31536000, immutable");
    }
    const page = await pageOf?.("index.html");
    if (!page) throw errors.PathNotFound();
    const operator =
      isAtThisMachine(ctx) && config.OPERATOR_PASSWORD
        ? { username: config.OPERATOR_USERNAME, password: config.OPERATOR_PASSWORD }
        : null;
    const setting = JSON.stringify({ sandboxUrl: config.SANDBOX_URL ?? null, operator }).replaceAll("<", "\\u003c");
    ctx.type = "html";
    ctx.set("cache-control", "no-store");
    ctx.set("content-security-policy", pagePolicy());
    ctx.body = page.plain
      .toString("utf8")
      .replace("<!-- setting -->", () => `<script type="application/json" id="setting">${setting}</script>`);
  };
}

/** Our own scripts; pictures from the storage, from lives and covers; calls to the API and the sandbox. */
function pagePolicy(): string {
  const storage = [config.S3_ENDPOINT, config.MEDIA_BASE_URL].map((url) => new URL(url).origin);
  const sandbox = config.SANDBOX_URL ? [new URL(config.SANDBOX_URL).origin] : [];
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https: http: ${[...new Set(storage)].join(" ")}`,
    `connect-src ${["'self'", ...sandbox].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
