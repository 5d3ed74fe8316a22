import { DateTime } from "luxon";
import type { ParcelTrack } from "./port.js";

const MAX_TRACKS = 500;

/**
 * Tracks of either provider, whose times are in Asia/Shanghai: at most 500, newest first; lines of the same second keep
 * their order. Lines without a readable time or a text are skipped.
 */
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
