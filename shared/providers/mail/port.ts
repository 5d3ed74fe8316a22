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
  /** The same for those who read HTML. The caller escapes what people wrote. */
  html?: string | undefined;
  /** Where an answer goes instead of MAIL_FROM: one plain address; anything else is left out, and the mail goes all the same. */
  replyTo?: string | undefined;
  attachments?: MailAttachment[] | undefined;
  /**
   * The caller's own stable name of this mail, such as `invoice.12.issued` (letters, digits, `.`, `_`, `-`; at most 100):
   * a repeated job sends the same Message-ID, by which receivers know that it is the same mail.
   */
  messageId: string;
}

export interface Mailer {
  /** The server and the sender are set. */
  isConfigured(): boolean;
  /**
   * Hands one mail to the mail server. Only workers call it.
   *
   * Throws MailRefused when this address or this mail is refused for good: a job that lets it through ends at once, as a
   * dead letter. Throws OutboundFailed for everything that another try may mend (no connection, no answer in time, 4xx,
   * a refused password): the mail may have gone out all the same, which is why `messageId` is stable.
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
