import { countCall } from "./callsLately.js";
import { recordCall } from "../request/context.js";
import { log } from "../observability/log.js";
import { outboundSeconds } from "../observability/metrics.js";
import type { SpanAttributes } from "../observability/spans.js";
import { startSpan } from "../observability/tracing.js";

interface OutboundCall {
  /** The called service: "wechatpay", "sms", "merchant", "mail", "storage". */
  to: string;
  /** GET, SMTP, PutObject. */
  method: string;
  /** With its port, if it has one. */
  host: string;
  /** Without the query and without secrets. */
  path?: string;
  attributes?: SpanAttributes;
}

/**
 * Begins a call to an outside service. The returned function takes the status of the response, or a word for what went
 * wrong, counts it, records a metric, a log line and a span, and returns the milliseconds that the call took.
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
  const endCounted = countCall(to);
  return (status) => {
    const ms = Math.round(performance.now() - startedAt);
    endCounted(status, ms);
    outboundSeconds.observe({ to, status: String(status) }, ms / 1_000);
    log.info({ to, method, host, ...(path === undefined ? {} : { path }), status, ms }, "outbound");
    recordCall({ at, to, method, ...(path === undefined ? {} : { path }), status: String(status), ms });
    const isNumber = typeof status === "number";
    span?.set(isNumber ? { "http.response.status_code": status } : { "error.type": status });
    span?.end(isNumber && status < 400 ? undefined : String(status));
    return ms;
  };
}
