/** Parses a mail as received over the wire. */
import PostalMime from "postal-mime";
import type { ReceivedMail } from "./mailbox.js";

/** @param to the envelope's receiver: the header's is only displayed */
export async function readMail(raw: Buffer, to: string, sentAt: number): Promise<Omit<ReceivedMail, "copies">> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer" });
  const { text = "", html } = mail;
  return {
    to,
    from: mail.from?.address ?? "",
    replyTo: mail.replyTo?.[0]?.address ?? null,
    subject: mail.subject ?? "",
    text: text.trimEnd(),
    html: html ?? null,
    links: linksOf(text, html ?? ""),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? "",
      contentType: mimeType,
      size: typeof content === "string" ? content.length : content.byteLength,
    })),
    messageId: mail.messageId ?? "",
    sentAt,
  };
}

const IN_TEXT = /https?:\/\/[^\s<>"'，。；）】]+[^\s<>"'，。；）】.,;:!?)\]]/g;
const IN_HTML = /<a\s[^>]*href=(?:"([^"]*)"|'([^']*)')/gi;

function linksOf(text: string, html: string): string[] {
  const linked = [...html.matchAll(IN_HTML)].map(([, double, single]) =>
    (double ?? single ?? "").replaceAll("&amp;", "&"),
  );
  return [...new Set([...linked.filter((link) => /^https?:/i.test(link)), ...(text.match(IN_TEXT) ?? [])])];
}
