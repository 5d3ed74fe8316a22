import { defineErrors } from "#shared/kernel/request/errors.js";

interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface Mail {
  /** One plain address, without a name: `someone@example.com`. */
  to: string;
  /** Line breaks and other control characters in it become spaces. */
  subject: string;
  text: string;
  /** The same as HTML. The caller escapes what people wrote. */
  html?: string | undefined;
  /** The address for replies instead of MAIL_FROM: one plain address; anything else is ignored. */
  replyTo?: string | undefined;
  attachments?: MailAttachment[] | undefined;
  /**
   * The caller's own stable name of this mail, such as `invoice.12.issued` (letters, digits, `.`, `_`, `-`; at most 100):
   * a repeated job sends the same Message-ID, by which receivers recognise the same mail.
   */
  messageId: string;
}

export interface Mailer {
  /** Whether the server and the sender are set. */
  isConfigured(): boolean;
  /**
   * Hands one mail to the mail server. Only workers call it.
   *
   * Throws MailRefused when this address or this mail is refused for good: a job that does not catch it ends at once, as a
   * dead letter. Throws OutboundFailed when another try may succeed (no connection, no answer in time, 4xx, a refused
   * password): the mail may have gone out all the same, which is why `messageId` is stable.
   */
  send(mail: Mail): Promise<void>;
}

export const mailErrors = defineErrors("mail", {
  MailRefused: {
    code: 1001009002,
    en: "The mail was refused: {reason}",
    zh: "邮件被拒收：{reason}",
    retry: false,
  },
});
