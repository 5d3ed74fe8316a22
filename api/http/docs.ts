import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Middleware } from "koa";
import mount from "koa-mount";
import serveStatic from "koa-static";
import { config } from "#shared/platform/config.js";
import { errors } from "#shared/platform/errors.js";
import { endpoints } from "#api/routes.js";
import type { Endpoint } from "./endpoint.js";

const initializer = `window.ui = SwaggerUIBundle({
  urls: [
    { url: "/openapi.json?part=members", name: "Members" },
    { url: "/openapi.json?part=operators", name: "Operators" }
  ],
  dom_id: "#swagger-ui", deepLinking: true, docExpansion: "none", filter: true,
  defaultModelsExpandDepth: -1, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout", persistAuthorization: true, tryItOutEnabled: true
});`;

const isForOperators = ({ path }: Endpoint): boolean => path.startsWith("/admin-api/");
/** The page shows one part at a time: it would need long to draw all of them. */
const parts: Record<string, (endpoint: Endpoint) => boolean> = {
  all: () => true,
  members: (endpoint) => !isForOperators(endpoint),
  operators: isForOperators,
};

/**
 * /openapi.json, of all endpoints or with `?part=members` or `operators` of those, and the page over it at /docs.
 * Nothing is loaded from elsewhere.
 */
export function docs(): Middleware {
  const documents = new Map<string, object>();
  // Not the package itself: that would load the whole page's script into this process.
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const files = mount("/docs", serveStatic(folder, { maxage: 86_400_000 }));
  return async (ctx, next) => {
    if (ctx.path === "/openapi.json") {
      const part = String(ctx.query["part"] ?? "all");
      const isOfPart = parts[part];
      if (!isOfPart)
        throw errors.BadInput({ field: "part", reason: `must be one of ${Object.keys(parts).join(", ")}` });
      let document = documents.get(part);
      if (!document) {
        const { openApiDocument } = await import("./openapi.js");
        documents.set(part, (document = openApiDocument(endpoints.filter(isOfPart), config.PUBLIC_URL)));
      }
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
