import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { withContext } from "#shared/kernel/request/context.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { drawFlow } from "./drawFlow.js";
import type { Flow } from "./flow.js";
import { readFlowFacts } from "./readFlowFacts.js";

/** A process reads the stores once in this time, however many watch, and not at all while nobody does. */
const EVERY_MS = seconds(1.5);

type Watcher = (flow: Flow) => void;
const watchers = new Set<Watcher>();
let latest: { at: number; flow: Promise<Flow> } | undefined;
let isLooking = false;

/** The picture, one and a half seconds old at most; what cannot be read is shown as last known. */
export function currentFlow(): Promise<Flow> {
  if (!latest || Date.now() - latest.at >= EVERY_MS) {
    // Of no caller, as it is for all of them.
    const context = { requestId: randomUUID(), language: config.DEFAULT_LANGUAGE, name: "flow" };
    latest = { at: Date.now(), flow: withContext(context, async () => drawFlow(await readFlowFacts())) };
  }
  return latest.flow;
}

/** Shows the picture now, and every one and a half seconds until the returned function is called. */
export function watchFlow(watcher: Watcher): () => void {
  watchers.add(watcher);
  if (isLooking) void show([watcher]);
  else void keepLooking();
  return () => void watchers.delete(watcher);
}

async function keepLooking(): Promise<void> {
  isLooking = true;
  while (watchers.size > 0) {
    await show(watchers);
    await pause(Math.max(1, (latest?.at ?? 0) + EVERY_MS - Date.now()), undefined, { ref: false });
  }
  isLooking = false;
}

async function show(to: Iterable<Watcher>): Promise<void> {
  try {
    const flow = await currentFlow();
    for (const watcher of to) if (watchers.has(watcher)) watcher(flow);
  } catch (error) {
    log.error({ err: error }, "the flow could not be drawn");
  }
}
