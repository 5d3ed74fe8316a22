import { storeOnce } from "#shared/kernel/webhooks/inbox.js";
import { NoticeRefused } from "#shared/providers/pay/port.js";
import { errors } from "#shared/kernel/request/errors.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { certificatesAreFresh } from "../channel/certificateStore.js";
import { merchantsOf } from "../channel/channelMerchants.js";
import { handleCallbackJob, refreshCertificatesJob } from "../pay.jobs.js";
import type { PayChannelDoc } from "../channel/payApp.model.js";
import { findChannel } from "../channel/payApp.queries.js";
import { channelKinds, type ChannelFamily } from "../channel/payChannel.codes.js";
import { PayCallbackModel } from "./payCallback.model.js";

/**
 * stored: now or before. later: the provider should send it again. The family decides the format of the response; null
 * when the channel does not exist.
 */
export type Reception =
  | { outcome: "stored"; family: ChannelFamily }
  | { outcome: "refused" | "later"; family: ChannelFamily; reason: string }
  | { outcome: "noChannel"; family: null; reason: string };

/**
 * Receives a provider's callback. The signature is checked over the raw bytes; a valid one is stored once, by channel
 * and the provider's id of the notice, with the job that handles it, in one transaction. An invalid one changes
 * nothing. NotOffered while the provider is off.
 */
export async function receiveCallback(
  channelId: number,
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
): Promise<Reception> {
  const channel = await findChannel(channelId);
  // The wallet has no outside provider that could call back.
  if (!channel || channelKinds[channel.code].family === "wallet")
    return { outcome: "noChannel", family: null, reason: "unknown channel" };
  const { family } = channelKinds[channel.code];
  if (merchantsOf(channel).length === 0) throw errors.NotOffered({ provider: channel.code });
  let noticeId: string;
  try {
    noticeId = await verifiedId(channel, headers, rawBody);
  } catch (error) {
    if (!(error instanceof NoticeRefused)) throw error;
    if (!error.unknownKey) return { outcome: "refused", family, reason: error.message };
    if (!(await certificatesAreFresh())) await enqueue(refreshCertificatesJob, {});
    return { outcome: "later", family, reason: error.message };
  }
  await storeOnce(
    { model: PayCallbackModel, counter: "payCallbacks", uniqueBy: "noticeId" },
    { channelId, noticeId },
    { body: rawBody.toString("utf8") },
    (callbackId) => enqueue(handleCallbackJob, { callbackId }),
  );
  return { outcome: "stored", family };
}

/**
 * The notice's id, once the signature is valid for one of the channel's merchants. Else throws the refusal of an
 * unknown key, or the first one.
 */
async function verifiedId(
  channel: PayChannelDoc,
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
): Promise<string> {
  let refused: NoticeRefused | undefined;
  for (const { verifier } of merchantsOf(channel))
    try {
      return (await verifier.verifyNotice(headers, rawBody)).noticeId;
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error;
      if (!refused || error.unknownKey) refused = error;
    }
  throw refused ?? new NoticeRefused("the channel has no merchant");
}
