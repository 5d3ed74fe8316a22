import { rollUpsEnqueued } from "#shared/domains/catalog/index.js";
import { rollUpSpuJob } from "#shared/domains/catalog/catalog.jobs.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";

/** How many roll-ups of a product wait in Redis. */
export async function waitingRollUps(spuId: number): Promise<number> {
  await rollUpsEnqueued();
  const jobs = await queueNamed(rollUpSpuJob.queue).getJobs(["delayed", "wait", "active"]);
  return jobs.filter((job) => job?.name === rollUpSpuJob.name && job.data.payload.spuId === spuId).length;
}
