import { seconds } from "./clock.js";
import { config } from "./config.js";
import { log } from "./log.js";

/** What the steps after the longest one need of the time: to write what was done, and to part. */
const LAST_STEPS_MS = seconds(5);
/** How long what is under way may take to end by itself. */
export const drainMs = (): number => Math.max(seconds(1), seconds(config.SHUTDOWN_SECONDS) - LAST_STEPS_MS);

/**
 * Runs the steps in order when the process is told to end: SIGTERM, SIGINT, or the supervisor's channel closing (then
 * nobody would be left to end us). A second signal, or SHUTDOWN_SECONDS, ends it at once.
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
    }, seconds(config.SHUTDOWN_SECONDS)).unref();
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
