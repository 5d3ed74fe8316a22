import { randomBytes } from "node:crypto";
import type { ReceivedMail } from "#scripts/sandbox/mail/mailbox.js";
import { sandbox } from "#test/support/environment.js";

let people = 0;
/** An address that nobody had before. */
export const someone = (name = "someone"): string =>
  `${name}-${++people}-${randomBytes(3).toString("hex")}@example.com`;

/** What is in somebody's mailbox, newest first. */
export async function mailsOf(to: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${sandbox.url}/sandbox/mails?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as ReceivedMail[];
}

/** A fault that the next mails meet. */
export async function mailFault(fault: object): Promise<void> {
  const body = JSON.stringify({ platform: "mail", ...fault });
  const answer = await fetch(`${sandbox.url}/sandbox/faults`, { method: "PUT", body });
  if (!answer.ok) throw new Error(await answer.text());
}

export const noMailFaults = () => fetch(`${sandbox.url}/sandbox/faults?platform=mail`, { method: "DELETE" });

interface MailCall {
  method: string;
  path: string;
  status: number | null;
  fault: string | null;
  body: string;
}

export async function mailCalls(to: string): Promise<MailCall[]> {
  const answer = await fetch(`${sandbox.url}/sandbox/calls?platform=mail`);
  return ((await answer.json()) as MailCall[]).filter(({ path }) => path.includes(to));
}
