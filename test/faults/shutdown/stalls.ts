import type { Deployment } from "../deployment.js";
import { queueOf } from "../queueOf.js";

/** How often Redis found this run of an outbox row with a worker that had died; 0 where each handed it back. */
export async function stallsOf(
  deployment: Deployment,
  queueName: string,
  { _id, run }: { _id: number; run: number },
): Promise<number | undefined> {
  const queue = queueOf(deployment, queueName);
  const job = await queue.getJob(`o-${_id}-${run}`);
  await queue.close();
  return job?.stalledCounter;
}
