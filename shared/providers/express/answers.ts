import { createHash, timingSafeEqual } from "node:crypto";
import { DateTime } from "luxon";
import type { ParcelTrack } from "./port.js";

/** Shared by both providers: MD5 signatures, times in Asia/Shanghai. */
const MAX_TRACKS = 500;

/** Newest first; lines of the same second keep their order. Lines without a readable time or a text are skipped. */
export function tracksOf(lines: readonly { time: string; content: string }[]): ParcelTrack[] {
  return lines
    .slice(0, MAX_TRACKS)
    .flatMap(({ time, content }) => {
      const moment = DateTime.fromFormat(time, "yyyy-MM-dd HH:mm:ss", { zone: "Asia/Shanghai" });
      const text = content.trim();
      return moment.isValid && text !== "" ? [{ at: moment.toJSDate(), content: text }] : [];
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
