import { recordDeadLetter } from "#shared/kernel/queue/deadLetters.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { plainJob } from "#test/support/testJobs.js";

/** A word without digits that no other test uses, so that a message with it is a cause of its own. */
export async function ownWord(): Promise<string> {
  const number = 7_000_000 + (await nextId("testNumbers"));
  return `Own${[...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
}

/** Letters of a job that runs well once its cause is gone; returns the numbers that it is enqueued with. */
export async function buildLetters(count: number, reason: string, overrides: object = {}): Promise<number[]> {
  const numbers: number[] = [];
  for (let at = 0; at < count; at++) {
    const number = 7_000_000 + (await nextId("testNumbers"));
    const letter = { bullId: `o-${number}-1`, job: plainJob.name, queue: "maintenance", v: 1, about: {} };
    const why = { attempts: 8, error: "Away", reason: reason.replaceAll("{number}", String(number)), stack: "" };
    await recordDeadLetter({ ...letter, payload: { number, fail: "never" }, requestId: "r", ...why, ...overrides });
    numbers.push(number);
  }
  return numbers;
}

export const letters = (verb: string): string => `/admin-api/infra/dead-letter/${verb}`;
export const causes = (verb: string): string => `/admin-api/infra/dead-letter-cause/${verb}`;
