import { DateTime } from "luxon";
import { mailer } from "#shared/providers/mail/client.js";
import { mailErrors } from "#shared/providers/mail/port.js";
import { config } from "#shared/kernel/config/config.js";
import { MessageModel, type MessageDoc } from "./message.model.js";

/**
 * Mails a visitor's message to each operator's address that has not got it yet. If an answer was lost, the same mail is
 * sent again with the same Message-ID, by which receivers recognize it.
 */
export async function mailMessage(messageId: number): Promise<void> {
  const message = await MessageModel.findById(messageId).lean<MessageDoc>();
  if (!message) return;
  let refused: unknown;
  for (const [index, to] of config.OPERATORS_MAIL.entries()) {
    if (message.mailedTo.includes(to)) continue;
    try {
      await mailer.send({
        to,
        replyTo: message.email,
        subject: `[网站留言] ${message.subject}`,
        text: textOf(message),
        messageId: `website.message.${messageId}.${index}`,
      });
    } catch (error) {
      // An address that is refused for good must not keep the mail from the others.
      if (!mailErrors.MailRefused.is(error)) throw error;
      refused = error;
      continue;
    }
    await MessageModel.updateOne({ _id: messageId }, { $addToSet: { mailedTo: to } });
  }
  if (refused !== undefined) throw refused;
}

function textOf({ _id, name, email, subject, message, createdAt }: MessageDoc): string {
  const at = DateTime.fromJSDate(createdAt, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm:ss");
  return [`编号：${_id}`, `时间：${at}`, `姓名：${name}`, `邮箱：${email}`, `主题：${subject}`, "", message].join("\n");
}
