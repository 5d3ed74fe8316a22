import { createHash } from "node:crypto";
import { LiveCallbackRefused, tencentCssVerifier } from "#shared/providers/live/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { applyCallbackJob } from "../live.jobs.js";
import { LiveCallbackModel } from "./liveCallback.model.js";

/**
 * The streaming platform calls back. A good callback is stored once, with the job that applies it. False: not the
 * platform's, nothing is changed.
 */
export async function receiveLiveCallback(rawBody: Buffer): Promise<boolean> {
  let body: string;
  try {
    body = tencentCssVerifier.verifyCallback(rawBody);
  } catch (error) {
    if (!(error instanceof LiveCallbackRefused)) throw error;
    log.warn({ reason: error.message }, "a callback of the streaming platform was refused");
    return false;
  }
  const digest = createHash("sha256").update(body).digest("hex");
  if (await LiveCallbackModel.exists({ digest })) return true;
  const _id = await nextId("liveCallbacks");
  try {
    await inTransaction(async () => {
      await LiveCallbackModel.create([{ _id, digest, body }]);
      await enqueue(applyCallbackJob, { callbackId: _id });
    });
  } catch (error) {
    // A copy of the same moment was faster, and is committed.
    if (!isDuplicateKey(error, "digest")) throw error;
  }
  return true;
}
