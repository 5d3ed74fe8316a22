import type { Figures, Tally, VisitBatchDoc } from "./analytics.models.js";

/** Keys of a bucket that are told one by one; the rest is in the totals alone. */
const KEYS_TOLD = 500;
/** Keys that are counted at once. A page's path is a stranger's text: the rarest half goes when there are more. */
const KEYS_COUNTED = 50_000;

/** What is read of a telling to count it. */
export type CountedBatch = Pick<VisitBatchDoc, "bot" | "events">;

/** The figures of an hour or a day, while the tellings in it are read one after the other. */
export interface VisitCount {
  add(batch: CountedBatch): void;
  figures(): Figures;
}

/**
 * Counts here and not in the store: one reading gives every figure of an hour and of its day, where each figure would be a
 * reading of its own. A visitor is a number here, so that a million events are a few dozen MiB.
 */
export function countVisits(): VisitCount {
  const visitors = new Map<string, number>();
  const sessions = new Set<string>();
  const totals = { pv: 0, events: 0, bots: 0 };
  const [pages, sources, devices, actions] = [countKeys(), countKeys(), countKeys(), countKeys()];

  function numberOf(visitorId: string): number {
    const known = visitors.get(visitorId);
    if (known !== undefined) return known;
    visitors.set(visitorId, visitors.size);
    return visitors.size - 1;
  }

  return {
    add({ bot, events }) {
      if (bot) {
        totals.bots += events.length;
        return;
      }
      for (const { type, visitorId, sessionId, pagePath, source, deviceType, eventType } of events) {
        const visitor = numberOf(visitorId);
        sessions.add(sessionId === undefined ? `${visitor}` : `${visitor} ${sessionId}`);
        if (type === "pv") {
          totals.pv++;
          pages.add(pagePath, visitor);
          sources.add(source, visitor);
          devices.add(deviceType ?? "", visitor);
        } else {
          totals.events++;
          actions.add(eventType ?? "", visitor);
        }
      }
    },
    figures: () => ({
      ...totals,
      uv: visitors.size,
      sessions: sessions.size,
      pages: pages.most(),
      sources: sources.most(),
      devices: devices.most(),
      actions: actions.most(),
    }),
  };
}

interface KeyCounts {
  add(key: string, visitor: number): void;
  /** Most first; equals by their key. */
  most(): Tally[];
}

/** How often each key was met, and by how many different visitors. */
export function countKeys(most = KEYS_COUNTED): KeyCounts {
  let rows = new Map<string, { count: number; visitors: Set<number> }>();
  const inOrder = () => [...rows].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  return {
    add(key, visitor) {
      const row = rows.get(key);
      if (row) {
        row.count++;
        row.visitors.add(visitor);
        return;
      }
      if (rows.size === most) rows = new Map(inOrder().slice(0, most / 2));
      rows.set(key, { count: 1, visitors: new Set([visitor]) });
    },
    most: () =>
      inOrder()
        .slice(0, KEYS_TOLD)
        .map(([key, { count, visitors }]) => ({ key, count, uv: visitors.size })),
  };
}
