import { NoticeRefused } from "#shared/integrations/payChannel.js";
import { nextId } from "#shared/platform/ids.js";
import { inTransaction, isDuplicateKey } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { certificatesAreFresh } from "./certificateStore.js";
import { adapterFor } from "./channelAdapters.js";
import { handleCallbackJob, refreshCertificatesJob } from "./pay.jobs.js";
import { findChannel } from "./payApp.queries.js";
import { PayCallbackModel } from "./payCallback.model.js";

/** stored also means: was stored before. later: the platform should send it again. */
export type Reception = { outcome: "stored" } | { outcome: "refused" | "later" | "noChannel"; reason: string };

/**
 * A platform calls back. Its signature is checked over the raw bytes; a good one is stored once, by the channel and the
 * platform's id of the notice, with the job that handles it, in one transaction. A bad one changes nothing.
 */
export async function receiveCallback(
  channelId: number,
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
): Promise<Reception> {
  const channel = await findChannel(channelId);
  if (!channel) return { outcome: "noChannel", reason: "unknown channel" };
  let noticeId: string;
  try {
    ({ noticeId } = await adapterFor(channel.code).verifyNotice(headers, rawBody));
  } catch (error) {
    if (!(error instanceof NoticeRefused)) throw error;
    if (!error.unknownKey) return { outcome: "refused", reason: error.message };
    if (!(await certificatesAreFresh())) await enqueue(refreshCertificatesJob, {});
    return { outcome: "later", reason: error.message };
  }
  await storeOnce(channelId, noticeId, rawBody.toString("utf8"));
  return { outcome: "stored" };
}

async function storeOnce(channelId: number, noticeId: string, body: string): Promise<void> {
  if (await PayCallbackModel.exists({ channelId, noticeId })) return;
  const _id = await nextId("payCallbacks");
  try {
    await inTransaction(async () => {
      await PayCallbackModel.create([{ _id, channelId, noticeId, body }]);
      await enqueue(handleCallbackJob, { callbackId: _id });
    });
  } catch (error) {
    // A copy of the same moment was faster, and is committed.
    if (!isDuplicateKey(error, "noticeId")) throw error;
  }
}
