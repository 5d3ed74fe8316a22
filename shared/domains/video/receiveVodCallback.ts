import { digestOf, storeOnce } from "#shared/kernel/webhooks/inbox.js";
import { CallbackRefused } from "#shared/providers/vod/port.js";
import { verifyCallback } from "#shared/providers/vod/verifier.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { applyVodCallbackJob } from "./video.jobs.js";
import { VodCallbackModel } from "./vodCallback.model.js";

/**
 * Receives a callback of the video provider. A genuine one is stored once, with the job that applies it. False: not the
 * provider's, nothing is changed.
 */
export async function receiveVodCallback(rawBody: Buffer): Promise<boolean> {
  let body: string;
  try {
    body = verifyCallback(rawBody);
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error;
    log.warn({ reason: error.message }, "a callback of the video provider was refused");
    return false;
  }
  await storeOnce(
    { model: VodCallbackModel, counter: "vodCallbacks", uniqueBy: "digest" },
    { digest: digestOf(body) },
    { body },
    (callbackId) => enqueue(applyVodCallbackJob, { callbackId }),
  );
  return true;
}
