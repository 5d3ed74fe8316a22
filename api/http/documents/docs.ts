import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Context, Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { endpoints } from "#api/routes.js";
import type { Endpoint } from "../endpoint.js";
import { cacheFile, sendFile, type CachedFile } from "../cached/cachedFile.js";
import { cachedFolder } from "../cached/cachedFolder.js";
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
/** The page shows one part at a time, because rendering all of them is slow. */
const parts: Record<string, (endpoint: Endpoint) => boolean> = {
  all: () => true,
  members: (endpoint) => !isForOperators(endpoint),
  operators: isForOperators,
};

const DAY_S = 86_400;

/**
 * /openapi.json, of all endpoints or with `?part=members` or `operators` of those, and the page over it at /docs.
 * Nothing is loaded from other sites. In production for signed-in operators only, unless DOCS_PUBLIC is set: others
 * get 401, and readers of the page are redirected to the console to sign in.
 */
export function docs(): Middleware {
  // Not the package itself, which would load the whole page's script into this process.
  const fileOf = cachedFolder(dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json")));
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
    const file = name === INITIALIZER ? await (settings ??= makeSettings()) : await fileOf(name);
    if (!file) throw errors.PathNotFound();
    sendFile(ctx, file, cacheControl(isPage ? 0 : DAY_S));
  };
}

const cacheControl = (maxAge: number): string =>
  `${config.DOCS_PUBLIC ? "public" : "private"}, ${maxAge === 0 ? "no-cache" : `max-age=${maxAge}`}`;

const INITIALIZER = "swagger-initializer.js";
let settings: Promise<CachedFile> | undefined;
const makeSettings = (): Promise<CachedFile> => cacheFile("text/javascript; charset=utf-8", Buffer.from(initializer));

const documents = new Map<string, Promise<CachedFile>>();

async function documentOf(ctx: Context): Promise<CachedFile> {
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

async function makeDocument(isOfPart: (endpoint: Endpoint) => boolean): Promise<CachedFile> {
  const { openApiDocument } = await import("./openapi.js");
  const document = openApiDocument(endpoints.filter(isOfPart), config.PUBLIC_URL);
  return cacheFile("application/json; charset=utf-8", Buffer.from(JSON.stringify(document)));
}
