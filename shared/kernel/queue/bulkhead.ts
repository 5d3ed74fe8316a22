import { currentContext, type Slots } from "../request/context.js";

/** Of a queue's slots in a process, what the jobs that call one provider hold at most. */
const SHARE = 1 / 2;
/** Of a lane beside it: the two leave some for others. */
const SHARE_OF_LANE = 1 / 4;
/** What a place is thought to be held for before the first was given back. */
const FIRST_HOLD_MS = 200;
/** How much of what the last one took counts in the mean. */
const NEWEST = 0.2;
/** A provider that is well again is not left alone for longer. */
const LONGEST_WAIT_MS = 30_000;

/** The places of a provider's bulkhead are taken: the job comes back in `waitMs` without having lost a try. */
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
  /** How long a place is held, smoothed. */
  holdMs: number;
  /** Epoch ms (real time) until when places are promised to those that were sent away. */
  promisedUntil: number;
}
const bulkheads = new Map<string, Bulkhead>();

/**
 * Before a job's first call to a provider that shares its queue with others: it takes a place there until its run ends.
 * One that hangs holds its share of the slots and no more, and jobs of the others go on beside it. Throws NoPlace; outside
 * of a job it does nothing.
 */
export function enterBulkhead(to: string): void {
  const slots = currentContext()?.slots;
  if (!slots || slots.isOver || slots.places.has(to)) return;
  const name = `${slots.queue} ${to} ${slots.lane ?? ""}`;
  const bulkhead = bulkheads.get(name) ?? { taken: 0, holdMs: FIRST_HOLD_MS, promisedUntil: 0 };
  bulkheads.set(name, bulkhead);
  const most = Math.max(1, Math.floor(slots.count * (slots.lane ? SHARE_OF_LANE : SHARE)));
  if (bulkhead.taken >= most) throw new NoPlace(to, promise(bulkhead, most));
  const since = Date.now();
  bulkhead.taken++;
  slots.places.set(to, () => {
    bulkhead.taken--;
    bulkhead.holdMs += NEWEST * (Date.now() - since - bulkhead.holdMs);
  });
}

/** At the end of a run. */
export function releaseBulkheads(slots: Slots): void {
  slots.isOver = true;
  for (const leave of slots.places.values()) leave();
  slots.places.clear();
}

/** Each is sent away for as long as the line before it takes: most of them come back once, and find a place. */
function promise(bulkhead: Bulkhead, most: number): number {
  const now = Date.now();
  const next = Math.max(now, bulkhead.promisedUntil) + Math.max(20, bulkhead.holdMs / most);
  bulkhead.promisedUntil = Math.min(next, now + LONGEST_WAIT_MS);
  return Math.ceil(bulkhead.promisedUntil - now);
}
