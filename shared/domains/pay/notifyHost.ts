import { clock, minutes, seconds } from "#shared/platform/clock.js";
import { randomId } from "#shared/platform/ids.js";
import { isDuplicateKey } from "#shared/platform/mongo.js";
import { NotifyHostModel, type NotifyHostDoc } from "./notifyTask.model.js";

const MOST_IN_FLIGHT = 4;
const FAILURES_TO_PAUSE = 5;
const FIRST_PAUSE_MS = seconds(60);
const LONGEST_PAUSE_MS = minutes(30);
/** Longer than a try can take: a slot that a crash left behind is free again. */
const SLOT_MS = seconds(30);

/** Takes one of the host's slots; or says from when to try again. */
export async function takeSlot(host: string): Promise<{ token: string } | { waitMs: number }> {
  await ensureHost(host);
  const now = clock.now();
  await NotifyHostModel.updateOne({ _id: host }, { $pull: { slots: { until: { $lte: now } } } });
  const token = randomId();
  const { modifiedCount } = await NotifyHostModel.updateOne(
    {
      _id: host,
      [`slots.${MOST_IN_FLIGHT - 1}`]: { $exists: false },
      $or: [{ pausedUntil: null }, { pausedUntil: { $lte: now } }],
    },
    { $push: { slots: { token, until: clock.after(SLOT_MS) } } },
  );
  if (modifiedCount === 1) return { token };
  const row = await NotifyHostModel.findById(host).lean<NotifyHostDoc>();
  const pausedMs = (row?.pausedUntil?.getTime() ?? 0) - clock.ms();
  // A full host has a slot soon; a paused one not before its time. Jitter: not all of them at that moment.
  return { waitMs: Math.round(Math.max(pausedMs, 500) + Math.random() * 1_000) };
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

/** Gives the slot back and counts: five failures in a row pause the host for 60 s, each further one twice as long. */
export async function leaveSlot(host: string, token: string, worked: boolean): Promise<void> {
  const free = { $pull: { slots: { token } } };
  if (worked) {
    await NotifyHostModel.updateOne({ _id: host }, { ...free, $set: { failures: 0, pausedUntil: null } });
    return;
  }
  const row = await NotifyHostModel.findOneAndUpdate(
    { _id: host },
    { ...free, $inc: { failures: 1 } },
    { returnDocument: "after" },
  ).lean<NotifyHostDoc>();
  if (!row || row.failures < FAILURES_TO_PAUSE) return;
  // Guarded by the count: of tries that failed together, the last one says how long.
  await NotifyHostModel.updateOne(
    { _id: host, failures: row.failures },
    { $set: { pausedUntil: clock.after(pauseMs(row.failures)) } },
  );
}

/** The pause after so many failures in a row. */
export function pauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_PAUSE), LONGEST_PAUSE_MS);
}
