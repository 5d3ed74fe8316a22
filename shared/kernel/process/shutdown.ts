import { setTimeout as pause } from "node:timers/promises";
import { seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";

/** What the steps after the longest one need of the time: to write what was done, and to part. */
const LAST_STEPS_MS = seconds(5);
/** So long a process takes at most that leaves because something of it is broken. */
const LEAVE_MS = seconds(15);
/** So long any other step takes at most: one that hangs does not keep the others from what they have to write. */
const STEP_MS = seconds(2);
let isLeaving = false;
const wholeMs = (): number => Math.min(seconds(config.SHUTDOWN_SECONDS), isLeaving ? LEAVE_MS : Infinity);
/** How long what is under way may take to end by itself. */
export const drainMs = (): number => Math.max(seconds(1), wholeMs() - LAST_STEPS_MS);

type ShutdownStep = [name: string, step: () => Promise<unknown>, kind?: "drains"];

async function bounded(name: string, done: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const late = pause(STEP_MS, true, { ref: false, signal: over.signal }).catch(() => false);
  try {
    const isLate = await Promise.race([done.then(() => false), late]);
    if (isLate) log.warn({ step: name }, "a shutdown step is left as it is");
  } finally {
    over.abort();
  }
}

/**
 * Runs the steps in order when the process is told to end: SIGTERM, SIGINT, or the supervisor's channel closing (then
 * nobody would be left to end us). A second signal, or SHUTDOWN_SECONDS, ends it at once. What it answers does the same
 * for a process that finds itself broken: in 15 s at most, and with code 1, so that its supervisor starts another.
 * A step that drains what is under way has its own time (drainMs); of the others each has 2 s, and is left then.
 */
export function onShutdown(steps: ShutdownStep[]): (why: string) => void {
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
      for (const [name, step, kind] of steps) {
        try {
          await (kind === "drains" ? step() : bounded(name, step()));
        } catch (error) {
          log.warn({ step: name, err: error }, "shutdown step failed");
        }
      }
      process.exit(isLeaving ? 1 : 0);
    })();
  };
  process.on("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  if (process.channel) process.once("disconnect", () => end("supervisor gone"));
  return (why) => {
    if (ending) return;
    isLeaving = true;
    end(why);
  };
}
