import { storeAfter, storeNow } from "../mongo/storeTime.js";
import { clock, seconds } from "../time/clock.js";
import { recordLine } from "./notifyHost.js";
import type { DeliveryDoc } from "./delivery.model.js";
import { NotifyStatus } from "./delivery.states.js";
import { deliveryKinds, enqueueTry, type DeliveryKind } from "./deliveryKind.js";

type Kind = DeliveryKind<DeliveryDoc>;

/** Longer than a try can take. */
const LONGEST_TRY_MS = seconds(30);

/**
 * Postpones a try for a full or paused host: it runs again after `waitMs`, or when a slot is free. A try that waited
 * before keeps its place.
 */
export async function waitForSlot(kind: Kind, task: DeliveryDoc, waitMs: number): Promise<void> {
  const { _id, host, inLineSince } = task;
  await kind.tasks.updateOne(
    { _id },
    { $set: { inLineSince: inLineSince ?? clock.now(), stoodInLine: true, tryingUntil: null } },
  );
  await recordLine(host, true);
  await scheduleTry(kind, task, waitMs);
}

/** Schedules the task's next try, or moves the one that is scheduled. */
async function scheduleTry(
  kind: Kind,
  { _id, tries }: Pick<DeliveryDoc, "_id" | "tries">,
  delayMs: number,
): Promise<void> {
  await enqueueTry(kind, _id, tries + 1, { delayMs, replace: true });
}

/** Wakes the longest waiting tries when the host has free slots. A lost wake-up only costs a try its whole delay. */
export async function wakeNextTries(host: string, places: number): Promise<void> {
  const found = [];
  for (const kind of deliveryKinds()) {
    const ofKind = await kind.tasks
      .find({ host, inLineSince: { $gt: new Date(0) } })
      .sort({ inLineSince: 1 })
      .limit(places)
      .lean<DeliveryDoc[]>();
    found.push(...ofKind.map((task) => ({ kind, task, since: task.inLineSince?.getTime() ?? 0 })));
  }
  if (found.length === 0) return await recordLine(host, false);
  for (const { kind, task } of found.toSorted((a, b) => a.since - b.since).slice(0, places)) {
    const { modifiedCount } = await kind.tasks.updateOne(
      { _id: task._id, inLineSince: { $gt: new Date(0) } },
      { $set: { inLineSince: null } },
    );
    if (modifiedCount === 1 && task.status === NotifyStatus.waiting) await scheduleTry(kind, task, 0);
  }
}

/**
 * Claims the try for as long as it can take; returns the task as it was before. Null when the try is obsolete, or when
 * another run of the job has claimed it: then this one is scheduled for when that claim has expired.
 */
export async function beginTry(kind: Kind, notifyId: number, tryNumber: number): Promise<DeliveryDoc | null> {
  const unchanged = { _id: notifyId, status: NotifyStatus.waiting, tries: tryNumber - 1 };
  const task = await kind.tasks
    .findOneAndUpdate(
      { ...unchanged, tryingUntil: { $not: { $gt: storeNow() } } },
      { $set: { tryingUntil: storeAfter(LONGEST_TRY_MS), inLineSince: null } },
    )
    .lean<DeliveryDoc>();
  if (!task && (await kind.tasks.exists(unchanged)))
    await scheduleTry(kind, { _id: notifyId, tries: tryNumber - 1 }, LONGEST_TRY_MS);
  return task;
}
