/**
 * A process of its own, as api and workers are: makes a span where a collector is configured, logs a line in it, and is
 * told to end. Its first line says what of OpenTelemetry's SDK it has loaded.
 */
import { createRequire } from "node:module";
import { standInEnvironment } from "#scripts/standInEnvironment.js";

standInEnvironment();
const { withContext } = await import("#shared/kernel/request/context.js");
const { log } = await import("#shared/kernel/observability/log.js");
const { onShutdown } = await import("#shared/kernel/process/shutdown.js");
const { startSpan, startTracing } = await import("#shared/kernel/observability/tracing.js");

const stop = await startTracing("worker");
const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes("opentelemetry/sdk"));
process.stdout.write(`${JSON.stringify({ loaded: loaded.length })}\n`);
const span = startSpan({ name: "probed", kind: "server", attributes: {} });
withContext({ requestId: "r-probe", language: "en", span }, () => log.info("a line"));
span?.end();
onShutdown([["traces", stop]]);
setInterval(() => undefined, 1_000);
process.kill(process.pid, "SIGTERM");
