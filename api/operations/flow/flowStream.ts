import { PassThrough } from "node:stream";
import type { Context } from "koa";
import { countOpenAlerts } from "#shared/domains/operations/index.js";
import { watchFlow, type Flow } from "#shared/domains/operations/flow/index.js";
import { log } from "#shared/kernel/observability/log.js";
import { onBroadcast } from "#shared/kernel/redis/broadcast.js";
import { errors } from "#shared/kernel/request/errors.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { OperatorActor } from "#api/http/endpoint.js";
import { isStillAllowed } from "#api/http/security/auth.js";
import { flowView } from "./flow.views.js";

/** So often something is sent at least: proxies close a connection on which nothing moves. */
const BEAT_MS = seconds(15);
/** So often it is looked whether the reader may still read, besides at each change of sessions and rights. */
const CHECK_MS = seconds(30);
/** Of a process: each holds a connection. */
const MOST_STREAMS = 200;

interface FlowReader {
  operatorId: number;
  /** Ends the stream if its reader may read no more. */
  check: () => void;
  end: () => void;
}
const readers = new Set<FlowReader>();
let isOver = false;

onBroadcast("sessions", (owner) => {
  for (const { operatorId, check } of readers) if (owner === `operator:${operatorId}`) check();
});
onBroadcast("operators", () => {
  for (const { check } of readers) check();
});

/** Answers with the picture as it changes. 503 with too many readers, and once the process is to end. */
export function openFlowStream(ctx: Context, actor: OperatorActor, permission: string): void {
  if (isOver || readers.size >= MOST_STREAMS) throw errors.StillWorking({}, 5);
  const stream = new PassThrough();
  const write = (event: string | Buffer): void => {
    // A reader who is too slow gets the next picture instead, as each is whole.
    if (!stream.writableNeedDrain) stream.write(event);
  };
  const send = (event: string, data: string): void => write(eventOf(event, data));
  let alerts = "";
  const tellAlerts = async (): Promise<void> => {
    const count = await countOpenAlerts().then(String, () => alerts);
    if (count !== alerts) send("alerts", (alerts = count));
  };
  const beat = setInterval(() => {
    send("beat", String(Date.now()));
    void tellAlerts();
  }, BEAT_MS).unref();
  const reader: FlowReader = {
    operatorId: actor.operatorId,
    end: () => void stream.end(),
    check: () => {
      isStillAllowed(actor, permission).then(
        (isAllowed) => void (isAllowed || stream.end()),
        // Without the store nobody can tell, and nothing new is read from it either.
        (error: unknown) => log.debug({ err: error }, "a reader of the flow could not be checked"),
      );
    },
  };
  const checking = setInterval(reader.check, CHECK_MS).unref();
  let shown = "";
  const unwatch = watchFlow((flow) => {
    const { signs, event } = eventsOf(flow);
    if (signs === shown) return;
    shown = signs;
    write(event);
  });
  readers.add(reader);
  stream.once("close", () => {
    clearInterval(beat);
    clearInterval(checking);
    unwatch();
    readers.delete(reader);
  });
  ctx.status = 200;
  ctx.type = "text/event-stream";
  // nginx would keep events back until its buffer is full.
  ctx.set("x-accel-buffering", "no");
  ctx.body = stream;
  send("beat", String(Date.now()));
}

/** Ends all streams, and opens no more: their readers go to another process. */
export function endFlowStreams(): void {
  isOver = true;
  for (const { end } of readers) end();
}

const eventOf = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`;

/** Written once for all readers. `signs`: what differs when something has changed besides the time. */
function eventsOf(flow: Flow): { signs: string; event: Buffer } {
  let made = events.get(flow);
  if (!made) {
    const { time, queuesTime, ledgerTime, ...rest } = flowView(flow);
    const signs = JSON.stringify(rest);
    const times = JSON.stringify({ time, queuesTime, ledgerTime });
    made = { signs, event: Buffer.from(eventOf("flow", `${times.slice(0, -1)},${signs.slice(1)}`)) };
    events.set(flow, made);
  }
  return made;
}
const events = new WeakMap<Flow, { signs: string; event: Buffer }>();
