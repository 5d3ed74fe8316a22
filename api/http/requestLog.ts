import { Terminal, UserType } from "#shared/kernel/kernel.codes.js";
import type { Context } from "koa";
import { isNoteworthy, logRequest } from "#shared/domains/operations/index.js";
import { declaredStatus } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import type { Endpoint } from "./endpoint.js";
import { contextOf } from "./requestContext.js";

/** Records the request in the request log. An error in that must not affect the response. */
export function recordRequest(
  ctx: Context,
  endpoint: Endpoint,
  { path, ms, thrown }: { path: string; ms: number; thrown: unknown },
): void {
  try {
    const { requestId, actor, ip = "", userAgent = "", terminal = Terminal.unknown } = contextOf(ctx);
    const refusal = ctx.state["refusal"] as { code: number; name: string } | undefined;
    const code = refusal?.code ?? 0;
    // By its meaning: with ENVELOPE_ALWAYS_200 clients always get 200.
    const status = refusal ? (declaredStatus(code) ?? (code < 600 ? code : 200)) : ctx.status;
    const userType =
      actor?.kind === "operator" ? UserType.operator : actor?.kind === "member" ? UserType.member : UserType.none;
    if (!isNoteworthy({ status, ms: Math.round(ms), userType })) return;
    logRequest(
      {
        requestId,
        userType,
        userId: actor?.kind === "operator" ? actor.operatorId : (actor?.memberId ?? null),
        method: ctx.method,
        route: endpoint.path,
        path,
        params: ctx.query as Record<string, unknown>,
        ip,
        userAgent,
        terminal,
        status,
        code,
        refusal: refusal?.name ?? "",
        beginAt: new Date(Date.now() - ms),
        ms: Math.round(ms),
      },
      thrown,
    );
  } catch (error) {
    log.warn({ err: error }, "a request was not logged");
  }
}
