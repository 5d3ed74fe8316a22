/**
 * The mail server: SMTP with a password, without TLS. It stores every accepted mail in the mailbox. An address that
 * begins with `refused` is unknown (550), one that begins with `full` has no room at the moment (452).
 */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { CallRecord, Calls } from "../calls.js";
import type { Fault, Faults } from "../faults.js";
import type { MailKeys } from "../keyTypes.js";
import type { Mailbox } from "./mailbox.js";
import { readMail } from "./message.js";

export const MAIL = "mail";
const MAX_BYTES = 26_214_400;
/** How long a closing server waits for open connections. */
const CLOSE_MS = 100;

/** A mail between its receiver and its content; a fault applies to a mail, not to a command. */
interface Passage {
  to: string;
  record: CallRecord;
  fault: Fault | undefined;
  startedAt: number;
}

interface MailServer {
  /** Port 0 takes a free one. Rejects when the port is taken. */
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

export function makeMailServer(
  keys: MailKeys,
  dependencies: { mailbox: Mailbox; faults: Faults; calls: Calls; now: () => number; holdMs: number },
): MailServer {
  const { mailbox, faults, calls, now } = dependencies;
  const passages = new Map<string, Passage[]>();

  function begin(session: SMTPServerSession, to: string): Passage {
    const path = `RCPT TO:<${to}>`;
    const call = { method: "SMTP", path, requestedPath: path, headers: {}, body: Buffer.alloc(0), at: now() };
    const record = calls.begin(MAIL, call, null);
    const fault = faults.takeForCall(MAIL, path, "");
    record.fault = fault?.mode ?? null;
    const passage = { to, record, fault, startedAt: performance.now() };
    passages.set(session.id, [...(passages.get(session.id) ?? []), passage]);
    return passage;
  }

  function end({ record, startedAt }: Passage, status: number): void {
    record.status = status;
    record.ms = Math.round(performance.now() - startedAt);
  }

  const server = new SMTPServer({
    banner: "sandbox",
    authMethods: ["PLAIN", "LOGIN"],
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    socketTimeout: dependencies.holdMs,
    closeTimeout: CLOSE_MS,
    logger: false,

    onAuth({ username, password }, _session, callback) {
      const isKnown = username === keys.user && password === keys.password;
      callback(isKnown ? null : said(535, "5.7.8 authentication failed"), isKnown ? { user: keys.user } : undefined);
    },

    onRcptTo({ address }, session, callback) {
      const passage = begin(session, address);
      const { fault } = passage;
      const answer = (status: number, text: string): void => {
        end(passage, status);
        callback(said(status, text));
      };
      // Sends no response: the client's timeout, or the idle timeout of the connection, ends it.
      if (fault?.mode === "timeout" && !fault.after) return;
      if (fault?.mode === "error" && !fault.after) return answer(451, "4.3.0 the server is in trouble");
      if (fault?.mode === "tooMany") return answer(450, "4.7.1 too many mails, later");
      if (fault?.mode === "badSignature") return answer(530, "5.7.0 authentication required");
      if (/^refused/i.test(address)) return answer(550, "5.1.1 no such mailbox");
      if (/^full/i.test(address)) return answer(452, "4.2.2 the mailbox is full");
      setTimeout(() => callback(), fault?.mode === "slow" ? fault.delayMs : 0).unref();
    },

    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("end", () => {
        void take(Buffer.concat(chunks), session).then(
          (answer) => answer && callback(answer.status === 250 ? null : said(answer.status, answer.text), answer.text),
          (error: unknown) => callback(said(451, String(error))),
        );
      });
    },

    onClose: (session) => void passages.delete(session.id),
  });
  // A client that disconnects midway is not an error.
  server.on("error", () => undefined);

  /** Stores the mail; undefined: its response is lost. */
  async function take(raw: Buffer, session: SMTPServerSession): Promise<{ status: number; text: string } | undefined> {
    const open = passages.get(session.id) ?? [];
    passages.delete(session.id);
    const addresses = new Set(session.envelope.rcptTo.map(({ address }) => address));
    const accepted = open.filter(({ to, record }) => addresses.has(to) && record.status === null);
    for (const { to, record } of accepted) {
      record.body = raw.subarray(0, 4_096).toString("utf8");
      mailbox.add(await readMail(raw, to, now()));
    }
    if (accepted.some(({ fault }) => fault?.mode === "timeout")) return undefined;
    const fails = accepted.some(({ fault }) => fault?.mode === "error");
    for (const passage of accepted) end(passage, fails ? 451 : 250);
    return fails ? { status: 451, text: "4.3.0 the server is in trouble" } : { status: 250, text: "2.0.0 taken" };
  }

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.server.once("error", reject);
        server.listen(port, host, () => {
          server.server.off("error", reject);
          resolve((server.server.address() as AddressInfo).port);
        });
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const said = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });
