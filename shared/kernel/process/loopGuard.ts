import { Worker } from "node:worker_threads";
import { seconds } from "../time/clock.js";
import { config } from "../config/config.js";

const EVERY_MS = 1_000;

/** Runs in a thread of its own, as a blocked event loop cannot notice that itself. */
const guard = `
  const { workerData: { beats, patience, everyMs } } = require("node:worker_threads");
  let last = -1;
  let missed = 0;
  setInterval(() => {
    const beat = Atomics.load(beats, 0);
    missed = beat === last ? missed + 1 : 0;
    last = beat;
    if (missed < patience) return;
    const line = { level: 60, time: Date.now(), pid: process.pid, msg: "the event loop stands still: the process is ended" };
    require("node:fs").writeSync(2, JSON.stringify(line) + "\\n");
    process.kill(process.pid, "SIGKILL");
  }, everyMs);
`;

/**
 * Ends the process when its event loop was blocked for EVENT_LOOP_STUCK_SECONDS: it no longer answers, renews locks or
 * handles signals, and its supervisor starts another one. A process that was suspended as a whole has missed one beat.
 */
export function guardLoop(): () => Promise<unknown> {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beating = setInterval(() => void Atomics.add(beats, 0, 1), EVERY_MS).unref();
  const mostMissed = Math.ceil(seconds(config.EVENT_LOOP_STUCK_SECONDS) / EVERY_MS);
  const thread = new Worker(guard, {
    eval: true,
    workerData: { beats, patience: mostMissed, everyMs: EVERY_MS },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  thread.unref();
  return () => {
    clearInterval(beating);
    return thread.terminate();
  };
}
