import type { Middleware } from "koa";
import { countOpenAlerts } from "#shared/domains/operations/index.js";
import { contextOf } from "#api/http/requestContext.js";
import { READ_QUEUES } from "#api/operations/queues/queue.routes.js";

/**
 * Tells operators who may see them, with each answer, how many alerts wait for somebody. So the console's bell is as fresh
 * as the page that is open, and costs no request.
 */
export const openAlertsHeader: Middleware = async (ctx, next) => {
  await next();
  if (ctx.headerSent) return;
  const { actor } = contextOf(ctx);
  if (actor?.kind !== "operator") return;
  if (!actor.permissions.includes("*") && !actor.permissions.includes(READ_QUEUES)) return;
  const count = await countOpenAlerts().catch(() => undefined);
  if (count !== undefined) ctx.set("open-alerts", String(count));
};
