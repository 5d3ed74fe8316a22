import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DataOf } from "../../client/client";
import { eventsOf, type StreamEvent } from "../../client/events";
import { hearOpenAlerts } from "../../client/openAlerts";
import { useRead } from "../../client/queries";

const path = "/admin-api/infra/flow/get";
export type Flow = DataOf<typeof path>;
export type FlowNode = Flow["nodes"][number];

/** Between two connections, at random, so that not all pages come back to a restarted API at once. */
const PAUSE_MS = 1_500;
const NAME = "shop-flow";

/** What one tab tells the others: an event of its connection, or that there is none. */
type Heard = StreamEvent | { event: "broken"; data: "" };

/**
 * The picture, live. The visible tabs of a browser share one connection: who holds the lock reads it, and tells the
 * others. A hidden tab has none, and reads anew when it is shown.
 */
export function useFlow() {
  const client = useQueryClient();
  const read = useRead(path);
  const [brokenSince, setBrokenSince] = useState<number>();
  useEffect(() => {
    const hear = ({ event, data }: Heard): void => {
      if (event === "broken") return setBrokenSince((since) => since ?? Date.now());
      setBrokenSince(undefined);
      if (event === "alerts") hearOpenAlerts(data);
      if (event === "flow") client.setQueryData([path, {}], JSON.parse(data) as Flow);
    };
    let over: AbortController | undefined;
    const follow = (): void => {
      if (document.hidden === (over === undefined)) return;
      over?.abort();
      over = document.hidden ? undefined : new AbortController();
      if (over) void keepFollowing(hear, over.signal);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      over?.abort();
    };
  }, [client]);
  return { read, brokenSince };
}

async function keepFollowing(hear: (heard: Heard) => void, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }: MessageEvent<Heard>) => hear(data));
  const tell = (heard: Heard): void => {
    hear(heard);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, as it is of one origin
    channel.postMessage(heard);
  };
  const lead = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; await pause(signal)) {
      try {
        for await (const event of eventsOf("/admin-api/infra/flow/stream", signal)) {
          failures = 0;
          tell(event);
        }
      } catch {
        // Tried again like one that ended.
      }
      // An API that is told to go ends its streams, and another one is there: only a second end is a fault.
      if (++failures > 1 && !signal.aborted) tell({ event: "broken", data: "" });
    }
  };
  // Browsers have locks in secure contexts alone.
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(NAME, { signal }, lead) : lead()).catch(() => undefined);
  channel.close();
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS * (0.5 + Math.random()));
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
