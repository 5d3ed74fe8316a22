/**
 * Starts the sandbox: SANDBOX_PORT (8090), SANDBOX_SMTP_PORT (8025), SANDBOX_HOST (127.0.0.1), DATA_DIR (.data). Logs one
 * JSON line an event.
 */
import { makeSandbox, type SandboxLog } from "./app.js";

const log: SandboxLog = (event, fields) => {
  console.log(JSON.stringify({ time: Date.now(), process: "sandbox", event, ...fields }));
};

const port = portOf("SANDBOX_PORT", "8090");
const smtpPort = portOf("SANDBOX_SMTP_PORT", "8025");
const host = process.env["SANDBOX_HOST"] || "127.0.0.1";

function portOf(variable: string, preset: string): number {
  const number = Number(process.env[variable] || preset);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  log("refused", { error: `${variable} must be a port number` });
  process.exit(1);
}

try {
  const sandbox = await makeSandbox({ dataDir: process.env["DATA_DIR"] || ".data", log });
  const running = await sandbox.listen(port, host, smtpPort);
  log("listening", { url: running.url, smtpPort: running.smtpPort });

  let closing = false;
  const close = (reason: string): void => {
    if (closing) return;
    closing = true;
    log("closing", { reason });
    void running.close().then(() => process.exit(0));
  };
  process.on("SIGTERM", () => close("SIGTERM"));
  // Under a parent, Ctrl-C reaches every process; the parent sets the order and stops the sandbox last.
  process.on("SIGINT", () => {
    if (!process.connected) close("SIGINT");
  });
  process.on("disconnect", () => close("the parent is gone"));
} catch (error) {
  const { code, port: taken } = error as NodeJS.ErrnoException & { port?: number };
  const variable = taken === port ? "SANDBOX_PORT" : "SANDBOX_SMTP_PORT";
  log("refused", { error: code === "EADDRINUSE" ? `port ${taken} of ${host} is taken (${variable})` : String(error) });
  process.exit(1);
}
