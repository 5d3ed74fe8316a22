import { log } from "./log.js";

/**
 * Runs the steps in order when the process is told to end: SIGTERM, SIGINT, or the supervisor's channel closing (then
 * nobody would be left to end us). A second signal, or 8 s, ends it at once.
 */
export function onShutdown(steps: [name: string, step: () => Promise<unknown>][]): void {
  let ending = false;
  const end = (reason: string): void => {
    if (ending) process.exit(1);
    ending = true;
    log.info({ reason }, "shutting down");
    setTimeout(() => {
      log.error("shutdown took too long");
      process.exit(1);
    }, 8_000).unref();
    void (async () => {
      for (const [name, step] of steps) {
        try {
          await step();
        } catch (error) {
          log.warn({ step: name, err: error }, "shutdown step failed");
        }
      }
      process.exit(0);
    })();
  };
  process.once("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  if (process.channel) process.once("disconnect", () => end("supervisor gone"));
}
