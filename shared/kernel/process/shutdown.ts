import { seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";

/** What the steps after the longest one need of the time: to write what was done, and to part. */
const LAST_STEPS_MS = seconds(5);
/** So long a process takes at most that leaves because something of it is broken. */
const LEAVE_MS = seconds(15);
let isLeaving = false;
const wholeMs = (): number => Math.min(seconds(config.SHUTDOWN_SECONDS), isLeaving ? LEAVE_MS : Infinity);
/** How long what is under way may take to end by itself. */
export const drainMs = (): number => Math.max(seconds(1), wholeMs() - LAST_STEPS_MS);

/**
 * Runs the steps in order when the process is told to end: SIGTERM, SIGINT, or the supervisor's channel closing (then
 * nobody would be left to end us). A second signal, or SHUTDOWN_SECONDS, ends it at once. What it answers does the same
 * for a process that finds itself broken: in 15 s at most, and with code 1, so that its supervisor starts another.
 */
export function onShutdown(steps: [name: string, step: () => Promise<unknown>][]): (why: string) => void {
  let ending = false;
  const end = (reason: string): void => {
    if (ending) process.exit(1);
    ending = true;
    log[isLeaving ? "fatal" : "info"]({ reason }, "shutting down");
    setTimeout(() => {
      log.error("shutdown took too long");
      process.exit(1);
    }, wholeMs()).unref();
    void (async () => {
      for (const [name, step] of steps) {
        try {
          await step();
        } catch (error) {
          log.warn({ step: name, err: error }, "shutdown step failed");
        }
      }
      process.exit(isLeaving ? 1 : 0);
    })();
  };
  process.once("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  if (process.channel) process.once("disconnect", () => end("supervisor gone"));
  return (why) => {
    if (ending) return;
    isLeaving = true;
    end(why);
  };
}
