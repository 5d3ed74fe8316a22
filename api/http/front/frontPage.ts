import type { Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { cacheFile, sendFile, type CachedFile } from "../cached/cachedFile.js";
import { isAtThisMachine } from "./atThisMachine.js";
import { developersPage, namePage } from "./frontPages.js";
import { iconIco, iconSvg } from "./icon.js";

const DAY_S = 86_400;

/**
 * `/`: outside production a page of the addresses, for whoever has just started the shop; in production the shop's name,
 * or a redirect to HOME_URL. And the icon that browsers ask for.
 */
export function frontPage(): Middleware {
  const icons: Record<string, Promise<CachedFile>> = {
    "/favicon.ico": cacheFile("image/x-icon", iconIco),
    "/favicon.svg": cacheFile("image/svg+xml", Buffer.from(iconSvg)),
  };
  return async (ctx, next) => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") return next();
    const icon = Object.hasOwn(icons, ctx.path) ? icons[ctx.path] : undefined;
    if (icon) return sendFile(ctx, await icon, `public, max-age=${DAY_S}`);
    if (ctx.path !== "/") return next();
    if (config.production && config.HOME_URL) return ctx.redirect(config.HOME_URL);
    ctx.type = "html";
    ctx.set("cache-control", config.production ? "public, max-age=60" : "no-store");
    ctx.vary("Accept-Language");
    const language = currentLanguage();
    ctx.body = config.production ? namePage(language) : developersPage(language, isAtThisMachine(ctx));
  };
}
