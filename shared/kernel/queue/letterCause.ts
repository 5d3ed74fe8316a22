import { createHash } from "node:crypto";

const LONGEST = 300;

/**
 * What is left out of an error's message, in this order: what differs from one failure to the next of the same cause. A
 * status of HTTP stays, as it says what went wrong.
 */
const values: readonly (readonly [RegExp, string])[] = [
  [/"[^"]*"|`[^`]*`|“[^“”]*”|「[^「」]*」/g, "…"],
  // An apostrophe inside a word, as in "can't", is no quotation mark.
  [/(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu, "…"],
  // The port of a host: a letter, a digit or a bracket stands right before its colon.
  [/(?<=[\p{L}\p{N}\]]):\d{1,5}(?![\d:])/gu, ""],
  // Numbers, and ids with digits, such as a UUID, a hash, an order's number or a job's id.
  [/(?<![\w-])(?<!\bHTTP (?=[1-5]\d\d(?!\w)))[\w-]*\d[\w-]*/g, "#"],
  [/#(?:[.,:/+]+#)+/g, "#"],
  [/\s+/g, " "],
];

/** The message of a failure without its values: alike for all failures of one cause. */
export function causeText(reason: string): string {
  const text = values.reduce((left, [pattern, into]) => left.replace(pattern, into), reason);
  return text.trim().slice(0, LONGEST);
}

/** The name of the cause of a dead letter: the same for the same kind of job and the same message without its values. */
export const causeOf = ({ job, reason }: { job: string; reason: string }): string =>
  createHash("sha256")
    .update(`${job}\n${causeText(reason)}`)
    .digest("hex")
    .slice(0, 16);
