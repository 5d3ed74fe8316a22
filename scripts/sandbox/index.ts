/** Starts the sandbox: SANDBOX_PORT (8090), SANDBOX_HOST (127.0.0.1), DATA_DIR (.data). Logs one JSON line an event. */
import { makeSandbox, type SandboxLog } from "./app.js";

const log: SandboxLog = (event, fields) => {
  console.log(JSON.stringify({ time: Date.now(), process: "sandbox", event, ...fields }));
};

const port = Number(process.env["SANDBOX_PORT"] || "8090");
const host = process.env["SANDBOX_HOST"] || "127.0.0.1";

if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  log("refused", { error: "SANDBOX_PORT must be a port number" });
  process.exit(1);
}
try {
  const sandbox = await makeSandbox({ dataDir: process.env["DATA_DIR"] || ".data", log });
  const running = await sandbox.listen(port, host);
  log("listening", { url: running.url });

  let closing = false;
  const close = (reason: string): void => {
    if (closing) return;
    closing = true;
    log("closing", { reason });
    void running.close().then(() => process.exit(0));
  };
  process.on("SIGTERM", () => close("SIGTERM"));
  // Under a parent, Ctrl-C reaches everyone at once: the parent decides the order, and the sandbox stays to the end.
  process.on("SIGINT", () => {
    if (!process.connected) close("SIGINT");
  });
  process.on("disconnect", () => close("the parent is gone"));
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  log("refused", { error: taken ? `port ${port} of ${host} is taken (SANDBOX_PORT)` : String(error) });
  process.exit(1);
}
