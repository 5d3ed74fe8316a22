import { digestOf, storeOnce } from "#shared/kernel/webhooks/inbox.js";
import { LiveCallbackRefused } from "#shared/providers/live/port.js";
import { tencentCssVerifier } from "#shared/providers/live/verifier.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { applyCallbackJob } from "../live.jobs.js";
import { LiveCallbackModel } from "./liveCallback.model.js";

/**
 * Receives a callback of the streaming provider. A genuine one is stored once, with the job that applies it. False: not
 * the provider's, nothing is changed.
 */
export async function receiveLiveCallback(rawBody: Buffer): Promise<boolean> {
  let body: string;
  try {
    body = tencentCssVerifier.verifyCallback(rawBody);
  } catch (error) {
    if (!(error instanceof LiveCallbackRefused)) throw error;
    log.warn({ reason: error.message }, "a callback of the live provider was refused");
    return false;
  }
  await storeOnce(
    { model: LiveCallbackModel, counter: "liveCallbacks", uniqueBy: "digest" },
    { digest: digestOf(body) },
    { body },
    (callbackId) => enqueue(applyCallbackJob, { callbackId }),
  );
  return true;
}
