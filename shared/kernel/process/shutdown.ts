import { setTimeout as pause } from "node:timers/promises";
import { seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";

/** Time reserved for the steps after draining: to write what was done, and to disconnect. */
const LAST_STEPS_MS = seconds(5);
/** The longest shutdown of a process that ends because it is broken. */
const BROKEN_MS = seconds(15);
/** The longest that any other step may take, so that one that hangs does not keep the others from writing. */
const STEP_MS = seconds(2);
let isBroken = false;
const wholeMs = (): number => Math.min(seconds(config.SHUTDOWN_SECONDS), isBroken ? BROKEN_MS : Infinity);
/** How long running work may take to end by itself. */
export const drainMs = (): number => Math.max(seconds(1), wholeMs() - LAST_STEPS_MS);

/** Harmless once the process is ending. */
type ShutDown = ((why: string) => void) & { asked: (why: string) => void };
type ShutdownStep = [name: string, step: () => Promise<unknown>, kind?: "drains"];

async function bounded(name: string, done: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const timeout = pause(STEP_MS, true, { ref: false, signal: over.signal }).catch(() => false);
  try {
    const isLate = await Promise.race([done.then(() => false), timeout]);
    if (isLate) log.warn({ step: name }, "a shutdown step is abandoned");
  } finally {
    over.abort();
  }
}

/**
 * Runs the steps in order when the process has to end: SIGTERM, SIGINT, or the supervisor's channel closing (then nobody
 * would be left to end it). A second signal, or SHUTDOWN_SECONDS, ends it at once. The returned function does the same for
 * a process that finds itself broken: in 15 s at most, and with code 1, so that its supervisor starts another. Its `asked`
 * is for one that an operator asks to end: as on SIGTERM.
 * A step that drains running work has its own time (drainMs); each other step is abandoned after 2 s.
 */
export function onShutdown(steps: ShutdownStep[]): ShutDown {
  let ending = false;
  const end = (reason: string): void => {
    if (ending) process.exit(1);
    ending = true;
    log[isBroken ? "fatal" : "info"]({ reason }, "shutting down");
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
      process.exit(isBroken ? 1 : 0);
    })();
  };
  process.on("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  if (process.channel) process.once("disconnect", () => end("supervisor gone"));
  const broken = (why: string): void => {
    if (ending) return;
    isBroken = true;
    end(why);
  };
  return Object.assign(broken, { asked: (why: string) => void (ending || end(why)) });
}
