import { createHash } from "node:crypto";
import type { Context } from "koa";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { AppError, errors } from "#shared/kernel/request/errors.js";
import { gatherUpdate } from "#shared/kernel/mongo/gathered.js";
import { randomId } from "#shared/kernel/mongo/ids.js";
import { IdempotencyModel, type IdempotencyRow } from "#shared/kernel/request/idempotencyRow.js";
import { isDuplicateKey, outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import type { Envelope } from "../envelope.js";

const KEPT_MS = seconds(86_400);
/** A running row older than this was left by a crash and may be taken over. */
const ABANDONED_MS = seconds(config.IDEMPOTENCY_TAKEOVER_SECONDS);

export interface IdempotencyClaim {
  id: string;
  startedAt: Date;
}
type Claimed = { claim: IdempotencyClaim } | { cached: NonNullable<IdempotencyRow["answer"]> };

/** The key of the request, or undefined without the header; 400 when it is too long. */
export function idempotencyKeyOf(ctx: Context): string | undefined {
  const key = ctx.get("idempotency-key");
  if (key.length > 128)
    throw errors.BadInput({ field: "Idempotency-Key", reason: "must be at most 128 characters long" });
  return key || undefined;
}

/** Claims the key, or returns the first response. 422 with another body, 409 while the first still runs. */
export async function claimKey(scope: string, body: unknown): Promise<Claimed> {
  const bodyHash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const now = clock.now();
  const fresh = { bodyHash, state: "running" as const, startedAt: now, answer: null, expiresAt: clock.after(KEPT_MS) };
  const id = randomId();
  try {
    await IdempotencyModel.create([{ _id: id, scope, ...fresh }]);
    return { claim: { id, startedAt: now } };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const row = await IdempotencyModel.findOne({ scope }).lean<IdempotencyRow>();
  if (!row) throw errors.KeyStillRunning({}, 1);
  if (row.bodyHash !== bodyHash) throw errors.KeyOfAnotherBody();
  if (row.answer) return { cached: row.answer };
  if (now.getTime() - row.startedAt.getTime() < ABANDONED_MS) throw errors.KeyStillRunning({}, 1);
  const taken = await IdempotencyModel.updateOne(
    { _id: row._id, state: "running", startedAt: row.startedAt },
    { $set: fresh },
  );
  if (taken.modifiedCount === 0) throw errors.KeyStillRunning({}, 1);
  return { claim: { id: row._id, startedAt: now } };
}

/**
 * Caches the response, in the running transaction if there is one. A claim that was taken over meanwhile is refused:
 * the transaction then aborts, and only the work of the new owner counts.
 */
export async function cacheAnswer(claim: IdempotencyClaim, data: unknown): Promise<void> {
  const filter = { _id: claim.id, startedAt: claim.startedAt };
  const update = { $set: { state: "answered" as const, answer: { data } } };
  await gatherUpdate(IdempotencyModel, { filter, update }, () => errors.KeyStillRunning({}, 1));
}

/** Caches a business refusal; anything else frees the key for a retry. */
export async function cacheRefusal(claim: IdempotencyClaim, error: unknown, envelope: Envelope): Promise<void> {
  await outsideTransaction(async () => {
    if (error instanceof AppError && error.code >= 1_000)
      await IdempotencyModel.updateOne(
        { _id: claim.id, startedAt: claim.startedAt },
        { $set: { state: "answered", answer: { refusal: { code: envelope.code, msg: envelope.msg } } } },
      );
    else await IdempotencyModel.deleteOne({ _id: claim.id, startedAt: claim.startedAt });
  });
}
