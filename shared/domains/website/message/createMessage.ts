import { config } from "#shared/kernel/config/config.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { MessageModel, type MessageDoc } from "./message.model.js";
import { mailMessageJob } from "../website.jobs.js";

type MessageInput = Pick<MessageDoc, "name" | "email" | "subject" | "message">;

/** Stores a visitor's message; a job mails it to the operators, if there are addresses (OPERATORS_MAIL). */
export async function createMessage(input: MessageInput): Promise<true> {
  const _id = await nextId("websiteMessages");
  return inTransaction<true>(async () => {
    await MessageModel.create([{ ...input, _id, ip: currentContext()?.ip ?? "" }]);
    if (config.OPERATORS_MAIL.length > 0) await enqueue(mailMessageJob, { messageId: _id });
    return true;
  });
}
