import { config } from "#shared/platform/config.js";
import { currentContext } from "#shared/platform/context.js";
import { nextId } from "#shared/platform/ids.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { MessageModel, type MessageDoc } from "./message.model.js";
import { mailMessageJob } from "./website.jobs.js";

export type MessageInput = Pick<MessageDoc, "name" | "email" | "subject" | "message">;

/** Keeps what a visitor wrote; a job mails it to the operators, where there are addresses (OPERATORS_MAIL). */
export async function leaveMessage(input: MessageInput): Promise<true> {
  const _id = await nextId("websiteMessages");
  return inTransaction<true>(async () => {
    await MessageModel.create([{ ...input, _id, ip: currentContext()?.ip ?? "" }]);
    if (config.OPERATORS_MAIL.length > 0) await enqueue(mailMessageJob, { messageId: _id });
    return true;
  });
}
