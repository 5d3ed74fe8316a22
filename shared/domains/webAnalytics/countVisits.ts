import type { Figures, Tally, VisitBatchDoc } from "./analytics.models.js";

/** How many keys of a bucket are listed; the rest is only in the totals. */
const KEYS_LISTED = 500;
/** Maximum of counted keys, as page paths are arbitrary input; beyond it the rarest half is dropped. */
const KEYS_COUNTED = 50_000;

/** The fields of a batch that are read to count it. */
export type CountedBatch = Pick<VisitBatchDoc, "bot" | "events">;

/** Accumulates the figures of an hour or a day while its batches are read. */
export interface VisitCount {
  add(batch: CountedBatch): void;
  figures(): Figures;
}

/**
 * Counts here and not in the store: one pass gives every figure of an hour and of its day, where the store would need a
 * pass for each. Visitors are numbered, so that a million events take a few dozen MiB.
 */
export function countVisits(): VisitCount {
  const visitors = new Map<string, number>();
  const sessions = new Set<string>();
  const totals = { pv: 0, events: 0, bots: 0 };
  const [pages, sources, devices, actions] = [countKeys(), countKeys(), countKeys(), countKeys()];

  function numberOf(visitorId: string): number {
    const existing = visitors.get(visitorId);
    if (existing !== undefined) return existing;
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
  /** Most first; ties by key. */
  most(): Tally[];
}

/** Counts how often each key occurs, and with how many different visitors. */
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
        .slice(0, KEYS_LISTED)
        .map(([key, { count, visitors }]) => ({ key, count, uv: visitors.size })),
  };
}
