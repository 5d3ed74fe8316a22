import { plainRows } from "../mongo/plainRows.js";
import { hours } from "../time/clock.js";
import { storeNow } from "../mongo/storeTime.js";
import { NotifyHostModel, type NotifyHostDoc } from "./delivery.model.js";

/** A merchant's host that fails. */
export interface PausedHost {
  host: string;
  /** In a row. */
  failures: number;
  /** When it gets its next try; null: the pause is over, and no try has succeeded yet. */
  nextTryAt: Date | null;
}

/** A host whose pause ended longer ago is no longer tried, or nobody notifies it. */
const REMEMBERED_MS = hours(1);

/** The hosts that are paused, or were within the hour and have not answered since; the longest pause first. */
export async function pausedHosts(most: number): Promise<PausedHost[]> {
  const now = storeNow();
  const rows = await plainRows(NotifyHostModel)
    .find({ pausedUntil: { $gt: new Date(now.getTime() - REMEMBERED_MS) } })
    .project<Pick<NotifyHostDoc, "_id" | "failures" | "pausedUntil">>({ failures: 1, pausedUntil: 1 })
    .sort({ pausedUntil: -1 })
    .limit(most)
    .toArray();
  return rows.map(({ _id: host, failures, pausedUntil }) => ({
    host,
    failures,
    nextTryAt: pausedUntil && pausedUntil > now ? pausedUntil : null,
  }));
}
