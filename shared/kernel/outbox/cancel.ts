import type { z } from "zod";
import { changeClaims, claimsOfRow } from "../mongo/claims.js";
import { keyOf, type JobDefinition } from "../queue/jobs.js";
import { ending, noLongerOpen, OutboxModel, type OutboxRow } from "./row.js";

/**
 * Cancels the open row of a key, if any, in the transaction that ended what the job was for. A run that has begun is not
 * stopped, and a job already in Redis still runs: it must find nothing to do.
 */
export async function cancelJob<P extends z.ZodType, R>(job: JobDefinition<P, R>, payload: z.input<P>): Promise<void> {
  const openKey = keyOf(job as unknown as JobDefinition, job.payload.parse(payload));
  if (openKey === null) throw new Error(`${job.name} has no key to be cancelled by`);
  const row = await OutboxModel.findOneAndUpdate(
    { openKey },
    { $set: ending("cancelled"), $unset: noLongerOpen },
  ).lean<OutboxRow>();
  if (row) await changeClaims(claimsOfRow("outbox", { ...row }), []);
}
