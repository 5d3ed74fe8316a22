import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { signalOfRun } from "#shared/kernel/request/context.js";
import { beginCall } from "#shared/kernel/http/outboundCall.js";
import { measured, measures } from "../measure.js";
import { mailErrors, type Mail, type Mailer } from "./port.js";

/** Mail by SMTP: smtp:// (STARTTLS where the server has it) or smtps://, one connection per mail. */
const TO = "mail";
/** Timeouts: for the connection and the greeting, for each answer, and for the whole mail. */
export const mailTimes = { connectMs: seconds(5), answerMs: seconds(10), wholeMs: seconds(20) };

/** One address and nothing else: no name, no list, no comment, no line break. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;
const MESSAGE_ID = /^[\w.-]{1,100}$/;
const SENDER = /^(?:([^<>]*)<)?([^<>\s@]+@([^<>\s@]+))>?$/;

export const mailer: Mailer = {
  isConfigured: () => isOn("mail"),

  async send(mail) {
    const { to, replyTo, subject, text, html, attachments } = mail;
    if (!mailer.isConfigured()) throw new OutboundFailed(TO, "SMTP_URL or MAIL_FROM is not set");
    if (!ADDRESS.test(to)) throw mailErrors.MailRefused({ reason: "not an address" });
    const sender = senderOf(config.MAIL_FROM);
    await deliver({
      from: { name: sender.name, address: sender.address },
      // As an object, because in a text a comma would begin a second address.
      to: { name: "", address: to },
      ...(replyTo !== undefined && ADDRESS.test(replyTo) ? { replyTo: { name: "", address: replyTo } } : {}),
      subject: measured(subject, measures.mailSubject),
      text,
      ...(html === undefined ? {} : { html }),
      ...(attachments === undefined ? {} : { attachments }),
      messageId: messageIdOf(mail, sender.domain),
    });
  },
};

type Message = Parameters<Awaited<ReturnType<typeof connection>>["sendMail"]>[0];

/** One connection per mail, so that a restart of the server between two mails does no harm. */
async function connection(url: URL) {
  const { createTransport } = await import("nodemailer");
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // In production no password is sent unencrypted.
    requireTLS: !secure && config.production && user !== "",
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: mailTimes.connectMs,
    greetingTimeout: mailTimes.connectMs,
    dnsTimeout: mailTimes.connectMs,
    socketTimeout: mailTimes.answerMs,
    // A mail's content must not make us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Neither address nor content reaches a log. */
async function deliver(message: Message): Promise<void> {
  const url = new URL(config.SMTP_URL);
  const endCall = beginCall({ to: TO, method: "SMTP", host: url.host });
  const transport = await connection(url);
  const signal = signalOfRun(AbortSignal.timeout(mailTimes.wholeMs));
  try {
    const { response } = await transport.sendMail({ ...message, signal });
    endCall(Number(/^\d{3}/.exec(response)?.[0] ?? 250));
  } catch (error) {
    const { responseCode, command, code } = error as SmtpError;
    endCall(responseCode ?? "failed");
    if (isFinal({ responseCode, command })) throw mailErrors.MailRefused({ reason: `SMTP ${responseCode}` });
    // Not the error's own text, in which many servers repeat the address.
    const why = signal.aborted
      ? `not through in ${mailTimes.wholeMs} ms`
      : `${code ?? ""} ${responseCode ?? ""}`.trim();
    throw new OutboundFailed(TO, `${why || "failed"} at ${command ?? "the connection"}`);
  } finally {
    transport.close();
  }
}

interface SmtpError {
  responseCode?: number | undefined;
  /** The refused command: CONN, EHLO, AUTH PLAIN, MAIL FROM, RCPT TO, DATA. */
  command?: string | undefined;
  code?: string | undefined;
}

/** Answers about us (sequence, password, encryption), not about the mail, whichever command they follow. */
const aboutUs: ReadonlySet<number> = new Set([503, 530, 534, 535, 538]);

/**
 * Whether the receiver or the content is refused for good. A 5xx to anything else is about us, such as a password or a
 * sender that the server does not know: an operator fixes that, and the mail goes out then.
 */
function isFinal({ responseCode = 0, command = "" }: SmtpError): boolean {
  return responseCode >= 500 && !aboutUs.has(responseCode) && /^(RCPT TO|DATA)/.test(command);
}

function messageIdOf({ messageId }: Mail, domain: string): string {
  if (!MESSAGE_ID.test(messageId)) throw new Error(`no name of a mail: ${JSON.stringify(messageId)}`);
  return `<${messageId}@${domain}>`;
}

function senderOf(from: string): { name: string; address: string; domain: string } {
  const [, name = "", address, domain] = SENDER.exec(from.trim()) ?? [];
  if (!address || !domain) throw new Error("MAIL_FROM holds no address");
  return { name: name.trim().replace(/^"|"$/g, ""), address, domain };
}
