import type { z } from "zod";
import type { JobDefinition } from "#shared/platform/jobs.js";
import type { QueueName } from "#shared/platform/queueNames.js";
import type { Processor } from "./runtime/processor.js";

type Load = () => Promise<{ default: Processor }>;
const line = <P extends z.ZodType, R>(job: JobDefinition<P, R>, load: Load): [JobDefinition, Load] => [
  job as unknown as JobDefinition,
  load,
];

/** Every job and what runs it. A process loads only those of its queues. */
export const processorTable: [JobDefinition, Load][] = [];
export { line };

/** The processors of these queues, by job name. */
export async function loadProcessors(queues: QueueName[]): Promise<Map<string, Processor>> {
  const chosen = processorTable.filter(([job]) => queues.includes(job.queue));
  const loaded = await Promise.all(
    chosen.map(async ([job, load]) => {
      const { default: processor } = await load();
      if (processor.job.name !== job.name) throw new Error(`${job.name} is bound to the processor of ${processor.job.name}`);
      return [job.name, processor] as const;
    }),
  );
  return new Map(loaded);
}
