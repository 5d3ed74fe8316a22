/** Received mails, newest first. Like the SMS inbox, not kept over a restart. */

export interface ReceivedMail {
  to: string;
  from: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string | null;
  /** Addresses that the mail links to, in order, each once. */
  links: string[];
  attachments: { filename: string; contentType: string; size: number }[];
  messageId: string;
  /** How many copies arrived. Mails with the same Message-ID count as one, as at the big mail services. */
  copies: number;
  /** When the first copy arrived, epoch ms. */
  sentAt: number;
}

const KEPT_MAILS = 1_000;

export class Mailbox {
  #mails: ReceivedMail[] = [];

  add(mail: Omit<ReceivedMail, "copies">): void {
    const known = this.#mails.find(
      ({ to, messageId }) => messageId !== "" && messageId === mail.messageId && to === mail.to,
    );
    if (known) {
      known.copies += 1;
      return;
    }
    this.#mails.unshift({ ...mail, copies: 1 });
    if (this.#mails.length > KEPT_MAILS) this.#mails.pop();
  }

  /** Addresses are compared without case. */
  list(to?: string): ReceivedMail[] {
    return this.#mails.filter((one) => to === undefined || one.to.toLowerCase() === to.toLowerCase());
  }

  clear(): void {
    this.#mails = [];
  }
}
