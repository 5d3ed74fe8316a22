import cors from "@koa/cors";
import Router from "@koa/router";
import Koa from "koa";
import "#shared/subscriptions.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { openAlertsHeader } from "#api/operations/alert/openAlertsHeader.js";
import { queuePages } from "#api/operations/queues/queuePages.js";
import { bodyTimeout } from "./http/body/bodyTimeout.js";
import { consolePages } from "./http/console.js";
import { docs } from "./http/documents/docs.js";
import { answerErrors } from "./http/errors.js";
import { frontPage } from "./http/front/frontPage.js";
import { storefrontPages } from "./http/front/storefront.js";
import { health, isHealthPath } from "./http/health.js";
import { metricsPage } from "./http/metrics.js";
import { serve } from "./http/mount.js";
import { CHALLENGE_HEADER } from "./http/security/proof.js";
import { limitOnce } from "./http/security/rateLimit.js";
import { dataHeaders, pageHeaders } from "./http/security/securityHeaders.js";
import { requestContext } from "./http/requestContext.js";
import { boundByStores } from "./http/storeBound.js";
import { endpoints } from "./routes.js";

/** The Koa app, without listening. */
export function makeApp(): Koa {
  const app = new Koa();
  // A client that disconnected during an upload or a download can get no response any more.
  app.on("error", (error: unknown) => log.info({ err: error }, "a connection broke"));
  app.use(bodyTimeout);
  app.use(requestContext);
  app.use(answerErrors);
  app.use(boundByStores);
  // Most paths are fixed: a map finds them at once, where the router would try several hundred patterns.
  const fixed = new Map<string, { served: Koa.Middleware; isData: boolean }>();
  const fixedOf = (ctx: Koa.Context) => fixed.get(`${ctx.method} ${ctx.path}`);
  app.use((ctx, next) => (fixedOf(ctx)?.isData ? dataHeaders : pageHeaders)(ctx, next));
  // Endpoints with fixed paths limit addresses themselves, so that a refusal is logged as theirs.
  app.use((ctx, next) => {
    if (fixedOf(ctx) || isHealthPath(ctx.path)) return next();
    return limitOnce(ctx)?.then(next) ?? next();
  });
  const crossOrigin = cors({
    origin: (ctx) => (config.CORS_ORIGINS.includes(ctx.get("origin")) ? ctx.get("origin") : ""),
    // A browser's social sign-in sends the cookie of its redirect.
    credentials: true,
    exposeHeaders: ["x-request-id", "retry-after", CHALLENGE_HEADER],
    maxAge: 600,
  });
  app.use((ctx, next) => {
    if (ctx.get("origin") !== "") return crossOrigin(ctx, next);
    ctx.vary("Origin");
    return next();
  });
  const router = new Router();
  for (const endpoint of endpoints) {
    const served = serve(endpoint);
    router[endpoint.method](endpoint.path, served);
    if (/[:*]/.test(endpoint.path)) continue;
    fixed.set(`${endpoint.method.toUpperCase()} ${endpoint.path}`, { served, isData: endpoint.reply === "envelope" });
  }
  app.use((ctx, next) => (ctx.path.startsWith("/admin-api/") ? openAlertsHeader(ctx, next) : next()));
  app.use((ctx, next) => (fixedOf(ctx)?.served ?? next)(ctx, next));

  app.use(health());
  app.use(metricsPage());
  app.use(docs());
  app.use(queuePages());
  app.use(consolePages());
  app.use(frontPage());
  app.use(storefrontPages());

  app.use(router.routes());
  app.use((ctx) => {
    const methods = new Set(((ctx["matched"] ?? []) as { methods: string[] }[]).flatMap((route) => route.methods));
    if (methods.size === 0) throw errors.PathNotFound();
    ctx.set("allow", [...methods].join(", "));
    if (ctx.method !== "OPTIONS") throw errors.MethodNotAllowed({ method: ctx.method });
    ctx.status = 204;
  });
  return app;
}
