import type { z } from "zod";
import type { ProcessesNow } from "#shared/domains/operations/processes/index.js";
import { MOST_SLOTS } from "#shared/kernel/process/queueSlots.js";
import type { ProcessListView } from "./process.schemas.js";

type View = z.input<typeof ProcessListView>;

export const processListView = ({ at, versions, processes, slots }: ProcessesNow): View => ({
  time: at,
  versions: versions.map(({ version, count }) => ({ version, count })),
  processes: processes.map(processView),
  slots: slots.map(({ _id, slots: count, by, setAt }) => ({
    name: _id,
    slots: count,
    operatorName: by,
    time: setAt.getTime(),
  })),
  mostSlots: MOST_SLOTS,
});

function processView(row: ProcessesNow["processes"][number]): View["processes"][number] {
  const { work = [], memory, asked } = row;
  const total = (of: "concurrency" | "running"): number => work.reduce((sum, one) => sum + one[of], 0);
  return {
    id: row._id,
    kind: row.kind,
    version: row.version ?? "",
    host: row.host,
    pid: row.pid,
    queues: row.queues.map((name) => {
      const { concurrency = 0, running = 0, configured = null } = work.find(({ queue }) => queue === name) ?? {};
      return { name, slots: concurrency, slotsTaken: running, configured };
    }),
    slots: total("concurrency"),
    slotsTaken: total("running"),
    rss: memory?.rss ?? null,
    heap: memory?.heap ?? null,
    heapLimit: memory?.heapLimit ?? null,
    loopDelayMs: row.loopDelayMs ?? 0,
    startTime: (row.startedAt ?? row.reportedAt).getTime(),
    reportTime: row.reportedAt.getTime(),
    silentMs: row.silentMs,
    alive: row.live,
    troubles: row.troubles ?? [],
    drain: asked && { operatorName: asked.by, time: asked.at.getTime() },
  };
}
