import { Queue } from "bullmq";
import type { Deployment } from "../deployment.js";

/** How often Redis found this run of an outbox row with a worker that had died; 0 where each handed it back. */
export async function stallsOf(
  { env }: Deployment,
  queueName: string,
  { _id, run }: { _id: number; run: number },
): Promise<number | undefined> {
  const { hostname: host, port } = new URL(env["REDIS_URL"]!);
  const queue = new Queue(queueName, { connection: { host, port: Number(port) }, prefix: "{shop}" });
  const job = await queue.getJob(`o-${_id}-${run}`);
  await queue.close();
  return job?.stalledCounter;
}
