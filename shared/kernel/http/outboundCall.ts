import { recordCall } from "../request/context.js";
import { log } from "../observability/log.js";
import { outboundSeconds } from "../observability/metrics.js";
import type { SpanAttributes } from "../observability/spans.js";
import { startSpan } from "../observability/tracing.js";

interface OutboundCall {
  /** Who is called: "wechatpay", "sms", "merchant", "mail", "storage". */
  to: string;
  /** GET, SMTP, PutObject. */
  method: string;
  /** With its port, if it has one. */
  host: string;
  /** Without a query, and without what only the receiver may know. */
  path?: string;
  attributes?: SpanAttributes;
}

/**
 * Begins a call outside. Told how it ended, by the answer's status or a word for what went wrong, it becomes a figure, a
 * line of the log and a span, and its milliseconds are returned.
 */
export function beginCall({
  to,
  method,
  host,
  path,
  attributes = {},
}: OutboundCall): (status: number | string) => number {
  const at = new Date();
  const startedAt = performance.now();
  const span = startSpan({
    name: `${method} ${to}`,
    kind: "client",
    attributes: { "server.address": host.replace(/:\d+$/, ""), "shop.platform": to, ...attributes },
  });
  return (status) => {
    const ms = Math.round(performance.now() - startedAt);
    outboundSeconds.observe({ to, status: String(status) }, ms / 1_000);
    log.info({ to, method, host, ...(path === undefined ? {} : { path }), status, ms }, "outbound");
    recordCall({ at, to, method, ...(path === undefined ? {} : { path }), status: String(status), ms });
    const isNumber = typeof status === "number";
    span?.set(isNumber ? { "http.response.status_code": status } : { "error.type": status });
    span?.end(isNumber && status < 400 ? undefined : String(status));
    return ms;
  };
}
