import { currentContext, type Slots } from "../request/context.js";

/** The share of a queue's slots in a process that jobs calling one provider hold at most. */
const SHARE = 1 / 2;
/** The share of a lane, which comes on top; the two leave some slots for others. */
const SHARE_OF_LANE = 1 / 4;
/** How long a place is expected to be held until the first was released. */
const FIRST_HOLD_MS = 200;
/** The weight of the latest hold in the mean. */
const NEWEST = 0.2;
/** The longest wait, so that a provider that recovered is soon used again. */
const LONGEST_WAIT_MS = 30_000;

/** The places of a provider's bulkhead are taken: the job is retried in `waitMs`, which does not count as a try. */
export class NoPlace extends Error {
  readonly waitMs: number;
  constructor(to: string, waitMs: number) {
    super(`${to} has all the places it may have; one is expected in ${waitMs} ms`);
    this.name = "NoPlace";
    this.waitMs = waitMs;
  }
}

interface Bulkhead {
  taken: number;
  /** The times at which the places were taken, added up. */
  sinceMs: number;
  /** How long a place was held, smoothed. */
  holdMs: number;
  /** Epoch ms (real time) until which places are promised to jobs that were postponed. */
  promisedUntil: number;
}
const bulkheads = new Map<string, Bulkhead>();

/**
 * Takes a place, until the run ends, before a job's first call to a provider that shares its queue with others. A provider
 * that hangs then holds only its share of the slots, and jobs of others go on. Throws NoPlace; does nothing outside a job.
 */
export function enterBulkhead(to: string): void {
  const slots = currentContext()?.slots;
  if (!slots || slots.isOver || slots.places.has(to)) return;
  const name = `${slots.queue} ${to} ${slots.lane ?? ""}`;
  const bulkhead = bulkheads.get(name) ?? { taken: 0, sinceMs: 0, holdMs: FIRST_HOLD_MS, promisedUntil: 0 };
  bulkheads.set(name, bulkhead);
  const most = Math.max(1, Math.floor(slots.count * (slots.lane ? SHARE_OF_LANE : SHARE)));
  if (bulkhead.taken >= most) throw new NoPlace(to, promise(bulkhead, most));
  const since = Date.now();
  bulkhead.taken++;
  bulkhead.sinceMs += since;
  slots.places.set(to, () => {
    bulkhead.taken--;
    bulkhead.sinceMs -= since;
    bulkhead.holdMs += NEWEST * (Date.now() - since - bulkhead.holdMs);
  });
}

/** Releases the places of a run that has ended. */
export function releaseBulkheads(slots: Slots): void {
  slots.isOver = true;
  for (const release of slots.places.values()) release();
  slots.places.clear();
}

/**
 * Each job is postponed by the time that those before it need, so that most come back once and find a place. Where those
 * inside are there for longer than was usual, as when a provider has begun to hang, they are expected to stay as long again.
 */
function promise(bulkhead: Bulkhead, most: number): number {
  const now = Date.now();
  const insideMs = now - bulkhead.sinceMs / bulkhead.taken;
  const next = Math.max(now, bulkhead.promisedUntil) + Math.max(20, bulkhead.holdMs / most, insideMs / most);
  bulkhead.promisedUntil = Math.min(next, now + LONGEST_WAIT_MS);
  return Math.ceil(bulkhead.promisedUntil - now);
}
