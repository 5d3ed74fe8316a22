import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Context, Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { endpoints } from "#api/routes.js";
import type { Endpoint } from "../endpoint.js";
import { keepFile, sendFile, type KeptFile } from "../kept/keptFile.js";
import { keptFolder } from "../kept/keptFolder.js";
import { operatorOf } from "../security/auth.js";

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

const DAY_S = 86_400;

/**
 * /openapi.json, of all endpoints or with `?part=members` or `operators` of those, and the page over it at /docs.
 * Nothing is loaded from elsewhere. In production for signed-in operators alone, unless DOCS_PUBLIC says otherwise:
 * others get 401, and a reader of the page is sent to the console to sign in.
 */
export function docs(): Middleware {
  // Not the package itself: that would load the whole page's script into this process.
  const fileOf = keptFolder(dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json")));
  return async (ctx, next) => {
    const isPage = ctx.path === "/docs" || ctx.path === "/docs/";
    if (!isPage && ctx.path !== "/openapi.json" && !ctx.path.startsWith("/docs/")) return next();
    if (ctx.method !== "GET" && ctx.method !== "HEAD") throw errors.MethodNotAllowed({ method: ctx.method });
    if (!config.DOCS_PUBLIC) {
      ctx.set("cache-control", "no-store");
      ctx.vary("Authorization, Cookie");
      if (!(await operatorOf(ctx))) {
        if (isPage) return ctx.redirect("/console");
        throw errors.NotSignedIn();
      }
    }
    if (ctx.path === "/docs") return ctx.redirect("/docs/");
    if (ctx.path === "/openapi.json") return sendFile(ctx, await documentOf(ctx), cacheControl(0));
    const name = isPage ? "index.html" : ctx.path.slice("/docs/".length);
    const file = name === INITIALIZER ? await (settings ??= keepSettings()) : await fileOf(name);
    if (!file) throw errors.PathNotFound();
    sendFile(ctx, file, cacheControl(isPage ? 0 : DAY_S));
  };
}

const cacheControl = (maxAge: number): string =>
  `${config.DOCS_PUBLIC ? "public" : "private"}, ${maxAge === 0 ? "no-cache" : `max-age=${maxAge}`}`;

const INITIALIZER = "swagger-initializer.js";
let settings: Promise<KeptFile> | undefined;
const keepSettings = (): Promise<KeptFile> => keepFile("text/javascript; charset=utf-8", Buffer.from(initializer));

const documents = new Map<string, Promise<KeptFile>>();

async function documentOf(ctx: Context): Promise<KeptFile> {
  const part = String(ctx.query["part"] ?? "all");
  const isOfPart = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (!isOfPart) throw errors.BadInput({ field: "part", reason: `must be one of ${Object.keys(parts).join(", ")}` });
  let document = documents.get(part);
  if (!document) {
    document = makeDocument(isOfPart);
    documents.set(part, document);
    document.catch(() => documents.delete(part));
  }
  return document;
}

async function makeDocument(isOfPart: (endpoint: Endpoint) => boolean): Promise<KeptFile> {
  const { openApiDocument } = await import("./openapi.js");
  const document = openApiDocument(endpoints.filter(isOfPart), config.PUBLIC_URL);
  return keepFile("application/json; charset=utf-8", Buffer.from(JSON.stringify(document)));
}
