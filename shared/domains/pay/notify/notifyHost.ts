import { storeAfter, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { randomId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { NotifyHostModel, NotifyTaskModel, type NotifyHostDoc } from "./notifyTask.model.js";
import { NotifyStatus } from "../order/payOrder.states.js";

const MOST_IN_FLIGHT = 4;
const FAILURES_TO_PAUSE = 5;
const FIRST_PAUSE_MS = seconds(60);
const LONGEST_PAUSE_MS = minutes(30);
/** Longer than a try can take: a slot that a crash left behind is free again. */
const SLOT_MS = seconds(30);
/** A try that takes less is counted as so long: in a line each looks again once in about the time that the line takes. */
const SHORTEST_TRY_MS = 400;
const LONGEST_SPREAD_MS = minutes(5);

/** Who shares slots and pauses: the url's host with its port. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "not a URL";
  }
}

/** Takes one of the host's slots; or says from when to try again. After a pause one try at a time, until one succeeds. */
export async function takeSlot(host: string): Promise<{ token: string } | { waitMs: number }> {
  const token = randomId();
  if (await pushSlot(host, token)) return { token };
  // A new host, or a full or paused one; a slot that a crash left behind may have run out.
  await ensureHost(host);
  await NotifyHostModel.updateOne({ _id: host }, { $pull: { slots: { until: { $lte: storeNow() } } } });
  if (await pushSlot(host, token)) return { token };
  const row = await NotifyHostModel.findById(host).lean<NotifyHostDoc>();
  const pausedMs = (row?.pausedUntil?.getTime() ?? 0) - storeNow().getTime();
  // A full host has a slot soon; a paused one not before its time. Not all of them at that moment.
  return { waitMs: Math.round(Math.max(pausedMs, 500) + Math.random() * (await spreadMs(host, row?.lastTryMs))) };
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
 * The longer the line before a host, and the slower that is, the rarer each looks again: a thousand that wait are no load
 * for the others. They need not hurry, as each try that ends calls the next one; a look is for when the call is lost.
 */
async function spreadMs(host: string, lastTryMs = 0): Promise<number> {
  const due = { host, status: NotifyStatus.waiting, nextTryAt: { $lte: clock.now() } };
  const waiting = await NotifyTaskModel.countDocuments(due, { limit: 2_000 });
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
    if (!isDuplicateKey(error)) throw error; // another process made it
  }
}

/**
 * Gives the slot back and counts: five failures in a row pause the host for 60 s, each pause after which the next try
 * fails is twice as long. "unknown": the try said nothing about the host. Answers how many of those who may stand in line
 * there are to be called.
 */
export async function releaseSlot(
  host: string,
  token: string,
  { ended, ms }: { ended: "works" | "fails" | "unknown"; ms: number },
): Promise<number> {
  // The pause stands before the slot is free: nobody slips in between.
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
  // As it was: the success that ends a pause opens all of its slots.
  if (ended === "works") return row.failures < FAILURES_TO_PAUSE ? 1 : MOST_IN_FLIGHT;
  return row.pausedUntil && row.pausedUntil > storeNow() ? 0 : 1;
}

/** Told by who stands in line, and by who has found nobody there. */
export async function recordLine(host: string, hasLine: boolean): Promise<void> {
  await NotifyHostModel.updateOne({ _id: host }, { $set: { hasLine } });
}

/** Of tries that fail together with the one that paused the host none counts: they say nothing new. */
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
