import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Middleware } from "koa";
import mount from "koa-mount";
import serveStatic from "koa-static";
import { config } from "#shared/platform/config.js";
import { endpoints } from "#api/routes.js";

const initializer = `window.ui = SwaggerUIBundle({
  url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, docExpansion: "none", filter: true,
  defaultModelsExpandDepth: -1, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "BaseLayout", persistAuthorization: true, tryItOutEnabled: true
});`;

/** /openapi.json and the page over it at /docs. Nothing is loaded from elsewhere. */
export function docs(): Middleware {
  let document: object | undefined;
  // Not the package itself: that would load the whole page's script into this process.
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const files = mount("/docs", serveStatic(folder, { maxage: 86_400_000 }));
  return async (ctx, next) => {
    if (ctx.path === "/openapi.json") {
      document ??= (await import("./openapi.js")).openApiDocument(endpoints, config.PUBLIC_URL);
      ctx.body = document;
    } else if (ctx.path === "/docs") {
      ctx.redirect("/docs/");
    } else if (ctx.path === "/docs/swagger-initializer.js") {
      ctx.type = "text/javascript";
      ctx.body = initializer;
    } else if (ctx.path.startsWith("/docs/")) await files(ctx, next);
    else await next();
  };
}
