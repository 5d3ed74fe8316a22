import type { Deployment } from "./deployment.js";
import { queueOf } from "./queueOf.js";
import { TICK_ID } from "#shared/kernel/queue/jobs.js";

/** A run of what recurs, by the clock of its worker. */
interface TickRun {
  id: string;
  begunMs: number;
  endedMs: number;
}

export interface TickRuns {
  /** Of each schedule, those that ended since, in their order. */
  since(ms: number): Promise<Map<string, TickRun[]>>;
  close(): Promise<void>;
}

const MOST = 2_000;

/** What Redis keeps of the runs of these queues. */
export function tickRunsOf(deployment: Deployment, queueNames: readonly string[]): TickRuns {
  const queues = queueNames.map((name) => queueOf(deployment, name));
  return {
    async since(ms) {
      const jobs = (await Promise.all(queues.map((queue) => queue.getJobs(["completed"], 0, MOST)))).flat();
      const runs = new Map<string, TickRun[]>();
      for (const { id = "", name, processedOn = 0, finishedOn = 0 } of jobs)
        if (id.startsWith(TICK_ID) && finishedOn >= ms)
          runs.set(name, [...(runs.get(name) ?? []), { id, begunMs: processedOn, endedMs: finishedOn }]);
      for (const of of runs.values()) of.sort((a, b) => a.begunMs - b.begunMs);
      return runs;
    },
    close: async () => void (await Promise.all(queues.map((queue) => queue.close()))),
  };
}
