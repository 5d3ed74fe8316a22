import type { z } from "zod";
import { keyOf, type JobDefinition } from "../queue/jobs.js";
import { clock } from "../time/clock.js";
import { OutboxModel, type OutboxRow } from "./row.js";

/** Whether a job of this key is due and not over: it waits for a worker or an operator, or runs; not: for a later try. */
export async function isUnderWay<P extends z.ZodType, R>(
  job: JobDefinition<P, R>,
  payload: z.input<P>,
): Promise<boolean> {
  const openKey = keyOf(job as unknown as JobDefinition, job.payload.parse(payload));
  const row = await OutboxModel.findOne({ openKey: openKey! }).lean<OutboxRow>();
  if (!row) return false;
  const now = clock.now();
  return row.hold !== undefined || (row.dueAt <= now && !(row.nextTryAt && row.nextTryAt > now));
}
