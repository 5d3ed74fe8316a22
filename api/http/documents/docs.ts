import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Context, Middleware } from "koa";
import { config } from "#shared/kernel/config/config.js";
import { currentLanguage, type Language } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { endpoints } from "#api/routes.js";
import type { Endpoint } from "../endpoint.js";
import { cacheFile, sendFile, type CachedFile } from "../cached/cachedFile.js";
import { cachedFolder } from "../cached/cachedFolder.js";
import { operatorOf } from "../security/auth.js";
import { isForOperators } from "./parts.js";

/** The page shows one part at a time, because rendering all of them is slow. */
const parts: Record<string, (endpoint: Endpoint) => boolean> = {
  all: () => true,
  members: (endpoint) => !isForOperators(endpoint),
  operators: isForOperators,
};
const languages: readonly string[] = ["en", "zh"] satisfies Language[];

const DAY_S = 86_400;
const GUIDES = "/docs/guides";
const isPagePath = (path: string): boolean =>
  ["/docs", "/docs/", "/docs/errors", "/docs/changes", GUIDES].includes(path) || /^\/docs\/guides\/[\w-]+$/.test(path);

/**
 * /openapi.json, of all endpoints or with `?part=members` or `operators` of those, and at /docs the pages: calls to read
 * and try, guides, error codes, changes. `?lang=en` or `zh` chooses the language, else Accept-Language does. Nothing is
 * loaded from other sites. In production for signed-in operators only, unless DOCS_PUBLIC is set: others get 401, and
 * readers of a page are redirected to the console to sign in.
 */
export function docs(): Middleware {
  // Not the package itself, which would load the whole page's script into this process.
  const fileOf = cachedFolder(dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json")));
  return async (ctx, next) => {
    const isPage = isPagePath(ctx.path);
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
    if (ctx.path === "/docs") return ctx.redirect(`/docs/${ctx.search}`);
    if (isPage || ctx.path === "/openapi.json") {
      ctx.vary("Accept-Language");
      return sendFile(ctx, await (isPage ? pageFor(ctx) : documentFor(ctx)), cacheControl(0));
    }
    const name = ctx.path.slice("/docs/".length);
    const file = Object.hasOwn(ownFiles, name) ? await ownFile(name) : await fileOf(name);
    if (!file) throw errors.PathNotFound();
    sendFile(ctx, file, cacheControl(DAY_S));
  };
}

const cacheControl = (maxAge: number): string =>
  `${config.DOCS_PUBLIC ? "public" : "private"}, ${maxAge === 0 ? "no-cache" : `max-age=${maxAge}`}`;

/** What is made once and kept; a failure is not. */
const made = new Map<string, Promise<CachedFile>>();
function once(key: string, type: string, make: () => Promise<string>): Promise<CachedFile> {
  let file = made.get(key);
  if (!file) {
    file = make().then((text) => cacheFile(`${type}; charset=utf-8`, Buffer.from(text)));
    made.set(key, file);
    file.catch(() => made.delete(key));
  }
  return file;
}

/** What the pages load beside the files of their package. */
const ownFiles: Record<string, { type: string; make: () => Promise<string> }> = {
  "swagger-initializer.js": {
    type: "text/javascript",
    make: async () => (await import("./pages/callsPage.js")).initializer,
  },
  "calls.css": { type: "text/css", make: async () => (await import("./pages/callsPage.js")).callsStyle },
  "find.js": { type: "text/javascript", make: async () => (await import("./pages/errorsPage.js")).findScript },
};
const ownFile = (name: string): Promise<CachedFile> => once(name, ownFiles[name]!.type, ownFiles[name]!.make);

function languageOf(ctx: Context): Language {
  const asked = ctx.query["lang"];
  if (asked === undefined) return currentLanguage();
  const found = languages.find((one) => one === asked);
  if (found === undefined) throw errors.BadInput({ field: "lang", reason: `must be one of ${languages.join(", ")}` });
  return found as Language;
}

async function pageFor(ctx: Context): Promise<CachedFile> {
  const language = languageOf(ctx);
  const make = await makerOf(ctx.path, language);
  return once(`${ctx.path} ${language}`, "text/html", make);
}

async function makerOf(path: string, language: Language): Promise<() => Promise<string>> {
  if (path === "/docs/") return async () => (await import("./pages/callsPage.js")).callsPage(language);
  if (path === "/docs/errors") return async () => (await import("./pages/errorsPage.js")).errorsPage(language);
  if (path === "/docs/changes") return async () => (await import("./pages/changesPage.js")).changesPage(language);
  const { guideNames, guidePage } = await import("./pages/guides.js");
  const name = path === GUIDES ? undefined : path.slice(GUIDES.length + 1);
  if (name !== undefined && !guideNames.includes(name)) throw errors.PathNotFound();
  return () => guidePage(name, language);
}

async function documentFor(ctx: Context): Promise<CachedFile> {
  const part = String(ctx.query["part"] ?? "all");
  const isOfPart = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (!isOfPart) throw errors.BadInput({ field: "part", reason: `must be one of ${Object.keys(parts).join(", ")}` });
  const language = languageOf(ctx);
  return once(`${part} ${language}`, "application/json", async () => {
    const { openApiDocument } = await import("./openapi.js");
    return JSON.stringify(openApiDocument(endpoints.filter(isOfPart), config.PUBLIC_URL, language));
  });
}
