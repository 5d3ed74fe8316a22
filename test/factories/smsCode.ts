import { expect } from "chai";
import { stranger, type Client } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";

interface SmsGot {
  mobile: string;
  scene: number;
  code: string;
  text: string;
}

/** What a phone got, newest first. */
export async function smsOf(mobile: string): Promise<SmsGot[]> {
  const reply = await fetch(`${sandbox.url}/sandbox/sms?mobile=${mobile}`);
  return (await reply.json()) as SmsGot[];
}

/** Asks for a code as a client does, and reads it from the phone. */
export async function buildSmsCode(mobile: string, scene = 1, client: Client = stranger): Promise<string> {
  const reply = await client.post("/app-api/member/auth/send-sms-code", { mobile, scene });
  expect(reply, reply.msg).to.include({ code: 0, data: true });
  await runJobs();
  return (await smsOf(mobile))[0]!.code;
}

/** Another code than this one. */
export const otherCode = (code: string, step = 1): string => String((Number(code) + step) % 10_000).padStart(4, "0");

/** The next calls of the SMS provider fail in a way (rules: Sandbox). */
export async function failSms(fault: { mode: string; count?: number; after?: boolean }): Promise<void> {
  const reply = await fetch(`${sandbox.url}/sandbox/faults`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ platform: "sms", count: 1, ...fault }),
  });
  expect(reply.status).to.equal(200);
}
