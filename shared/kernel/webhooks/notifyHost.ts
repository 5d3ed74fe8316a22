import { storeAfter, storeNow } from "../mongo/storeTime.js";
import { setTimeout as pause } from "node:timers/promises";
import { clock, minutes, seconds } from "../time/clock.js";
import { randomId } from "../mongo/ids.js";
import { isDuplicateKey } from "../mongo/mongo.js";
import { NotifyHostModel, type NotifyHostDoc } from "./delivery.model.js";
import { NotifyStatus } from "./delivery.states.js";
import { deliveryKinds } from "./deliveryKind.js";

const MOST_IN_FLIGHT = 4;
const FAILURES_TO_PAUSE = 5;
const FIRST_PAUSE_MS = seconds(60);
const LONGEST_PAUSE_MS = minutes(30);
/** Longer than a try can take; frees the slot of a crashed process. */
const SLOT_MS = seconds(30);
/** The shortest try assumed, so that waiting tries check again about once in the time that the line takes. */
const SHORTEST_TRY_MS = 400;
/** A host whose last try took no longer is waited for on the spot, looking again after about that time. */
const QUICK_TRY_MS = 250;
const QUICK_LOOKS = 3;
const LONGEST_SPREAD_MS = minutes(5);

/** The key for slots and pauses: the url's host with its port. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "not a URL";
  }
}

/** Takes one of the host's slots, or returns when to try again. After a pause one try at a time, until one succeeds. */
export async function takeSlot(host: string): Promise<{ token: string } | { waitMs: number }> {
  const token = randomId();
  if (await pushSlot(host, token)) return { token };
  // The host is new, full or paused, and most are full.
  const row = await NotifyHostModel.findById(host).lean<NotifyHostDoc>();
  if (!row) await ensureHost(host);
  if ((!row || (await hasRoomNow(row))) && (await pushSlot(host, token))) return { token };
  // To stand in line costs more than a short wait.
  for (let looks = 0; row && isQuick(row) && looks < QUICK_LOOKS; looks++) {
    await pause((row.lastTryMs ?? 0) * (0.5 + Math.random()));
    if (await pushSlot(host, token)) return { token };
  }
  const pausedMs = (row?.pausedUntil?.getTime() ?? 0) - storeNow().getTime();
  // A full host soon has a free slot, a paused one after its pause; the random part spreads the tries.
  return { waitMs: Math.round(Math.max(pausedMs, 500) + Math.random() * (await spreadMs(host, row?.lastTryMs))) };
}

/** Whether one of its slots is soon free, and nobody waits for it. */
const isQuick = ({ lastTryMs = Infinity, hasLine, failures, pausedUntil }: NotifyHostDoc): boolean =>
  lastTryMs <= QUICK_TRY_MS && !hasLine && failures < FAILURES_TO_PAUSE && pausedUntil === null;

/** Whether a slot is free by now, also one of a crashed process, which is removed. */
async function hasRoomNow({ _id, slots }: NotifyHostDoc): Promise<boolean> {
  const now = storeNow();
  const taken = slots.filter(({ until }) => until > now).length;
  if (taken < slots.length) await NotifyHostModel.updateOne({ _id }, { $pull: { slots: { until: { $lte: now } } } });
  return taken < MOST_IN_FLIGHT;
}

async function pushSlot(host: string, token: string): Promise<boolean> {
  const now = storeNow();
  const { modifiedCount } = await NotifyHostModel.updateOne(
    {
      _id: host,
      $and: [
        { $or: [{ pausedUntil: null }, { pausedUntil: { $lte: now } }] },
        {
          $or: [
            { failures: { $lt: FAILURES_TO_PAUSE }, [`slots.${MOST_IN_FLIGHT - 1}`]: { $exists: false } },
            { "slots.0": { $exists: false } },
          ],
        },
      ],
    },
    { $push: { slots: { token, until: storeAfter(SLOT_MS) } } },
  );
  return modifiedCount === 1;
}

/**
 * The longer a host's line and the slower the host, the rarer each waiting try checks again, so that a thousand of them
 * do not slow down other hosts. Each try that ends wakes the next one; the check is only for a lost wake-up.
 */
async function spreadMs(host: string, lastTryMs = 0): Promise<number> {
  const due = { host, status: NotifyStatus.waiting, nextTryAt: { $lte: clock.now() } };
  let waiting = 0;
  for (const { tasks } of deliveryKinds()) waiting += await tasks.countDocuments(due, { limit: 2_000 });
  const lineMs = (waiting * Math.max(lastTryMs, SHORTEST_TRY_MS)) / MOST_IN_FLIGHT;
  return Math.min(seconds(1) + lineMs, LONGEST_SPREAD_MS);
}

async function ensureHost(host: string): Promise<void> {
  try {
    await NotifyHostModel.updateOne(
      { _id: host },
      { $setOnInsert: { failures: 0, pausedUntil: null, slots: [] } },
      { upsert: true },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error; // another process created it
  }
}

/**
 * Releases the slot and counts: five failures in a row pause the host for 60 s; each further failure doubles the pause.
 * "unknown": the try showed nothing about the host. Returns how many waiting tries to wake.
 */
export async function releaseSlot(
  host: string,
  token: string,
  { ended, ms }: { ended: "works" | "fails" | "unknown"; ms: number },
): Promise<number> {
  // The pause is written before the slot is free, so that no try starts in between.
  if (ended === "fails") await countFailure(host);
  const row = await NotifyHostModel.findOneAndUpdate(
    { _id: host },
    {
      $pull: { slots: { token } },
      $set: { lastTryMs: Math.round(ms), ...(ended === "works" ? { failures: 0, pausedUntil: null } : {}) },
    },
    { projection: { hasLine: 1, failures: 1, pausedUntil: 1 } },
  ).lean<Pick<NotifyHostDoc, "hasLine" | "failures" | "pausedUntil">>();
  if (!row || row.hasLine === false) return 0;
  // The row from before the update: a success that ends a pause frees all slots.
  if (ended === "works") return row.failures < FAILURES_TO_PAUSE ? 1 : MOST_IN_FLIGHT;
  return row.pausedUntil && row.pausedUntil > storeNow() ? 0 : 1;
}

/** Records whether tries wait for the host. */
export async function recordLine(host: string, hasLine: boolean): Promise<void> {
  await NotifyHostModel.updateOne({ _id: host }, { $set: { hasLine } });
}

/** Failures during a pause do not count: those tries started before it. */
async function countFailure(host: string): Promise<void> {
  for (;;) {
    const row = await NotifyHostModel.findById(host).lean<NotifyHostDoc>();
    if (!row || (row.pausedUntil && row.pausedUntil > storeNow())) return;
    const failures = row.failures + 1;
    const pausedUntil = failures < FAILURES_TO_PAUSE ? null : storeAfter(pauseMs(failures));
    const { matchedCount } = await NotifyHostModel.updateOne(
      { _id: host, failures: row.failures, pausedUntil: row.pausedUntil },
      { $set: { failures, pausedUntil } },
    );
    if (matchedCount === 1) return;
  }
}

/** The pause after so many failures in a row. */
export function pauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_PAUSE), LONGEST_PAUSE_MS);
}
