import { createHash, timingSafeEqual } from "node:crypto";
import { DateTime } from "luxon";
import { seconds } from "#shared/kernel/time/clock.js";
import { callOutside, OutboundFailed, TooManyCalls, waitAskedFor } from "#shared/kernel/http/http.js";
import type { ParcelTrack } from "./port.js";

/** What both tracking platforms share: forms over HTTP, MD5 signatures, times on the clock of Shanghai. */
export const TO = "express";
/** How long we stay away from a platform that says "too many" without saying how long. */
export const REST_MS = seconds(30);
const MAX_TRACKS = 500;

/**
 * Sends a form and answers the JSON, undefined where it is none. A refusal comes with HTTP 200 as well; 429 is
 * TooManyCalls, any other status OutboundFailed.
 */
export async function postForm(url: string, form: Record<string, string>): Promise<unknown> {
  const answer = await callOutside({
    to: TO,
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    body: new URLSearchParams(form).toString(),
    timeoutMs: seconds(5),
    maxBytes: 262_144,
  });
  if (answer.status === 429) throw new TooManyCalls(TO, waitAskedFor(answer, REST_MS));
  if (answer.status < 200 || answer.status > 299) throw new OutboundFailed(TO, `HTTP ${answer.status}`);
  return jsonOf(answer.body.toString("utf8"));
}

/** Newest first; lines of the same second keep their order. A line without a readable time, or that says nothing, is left out. */
export function tracksOf(lines: readonly { time: string; content: string }[]): ParcelTrack[] {
  return lines
    .slice(0, MAX_TRACKS)
    .flatMap(({ time, content }) => {
      const moment = DateTime.fromFormat(time, "yyyy-MM-dd HH:mm:ss", { zone: "Asia/Shanghai" });
      const said = content.trim();
      return moment.isValid && said !== "" ? [{ at: moment.toJSDate(), content: said }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

export const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex");

export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
