import { createHash } from "node:crypto";
import { CallbackRefused, verifyCallback } from "#shared/providers/vod/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { applyVodCallbackJob } from "./video.jobs.js";
import { VodCallbackModel } from "./vodCallback.model.js";

/**
 * The video platform calls back. A good callback is stored once, with the job that applies it. False: not the platform's,
 * nothing is changed.
 */
export async function receiveVodCallback(rawBody: Buffer): Promise<boolean> {
  let body: string;
  try {
    body = verifyCallback(rawBody);
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error;
    log.warn({ reason: error.message }, "a callback of the video platform was refused");
    return false;
  }
  const digest = createHash("sha256").update(body).digest("hex");
  if (await VodCallbackModel.exists({ digest })) return true;
  const _id = await nextId("vodCallbacks");
  try {
    await inTransaction(async () => {
      await VodCallbackModel.create([{ _id, digest, body }]);
      await enqueue(applyVodCallbackJob, { callbackId: _id });
    });
  } catch (error) {
    // A copy of the same moment was faster, and is committed.
    if (!isDuplicateKey(error, "digest")) throw error;
  }
  return true;
}
