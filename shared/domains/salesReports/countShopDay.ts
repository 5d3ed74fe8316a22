import { randomUUID } from "node:crypto";
import type { TimeSpan } from "#shared/kernel/lists/filters.js";
import { holdingRow, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { countDays } from "./countDays.js";
import { timeOfDay } from "./days.js";
import { MemberDayModel, type MemberDayDoc } from "./memberDay.model.js";
import { ProductVisitDayModel, type ProductVisitDayDoc } from "./productVisit.models.js";
import { addToRows, replaceRows, rowsOfDay, shopEvents } from "./shopRows.js";
import { countableUntil, rightBefore, windowsAfter } from "./windows.js";

/**
 * Counts products, buyers, channels and new members of today and of every day that is not settled (countDays.ts); each
 * event is read once.
 */
export const countShopDays = (): Promise<void> =>
  countDays({
    find: (day) => MemberDayModel.findById(day).lean<MemberDayDoc>(),
    countWhole: countShopDay,
    addWindows,
  });

/** A later count of the whole day has begun. */
class Overtaken extends Error {}

/**
 * Counts a day from all of its events, of today up to what can be counted now, and replaces its rows. The members' row is
 * last and marks it as counted, so that windows continue from there; until then none is added, and the next run counts the
 * whole day again if this one dies. Of two at once the one that began later counts.
 */
export async function countShopDay(day: string): Promise<void> {
  const countedAt = clock.now();
  const countedUntil = countableUntil(day);
  const own = { _id: day, wholeCount: randomUUID() };
  const begun = { wholeCount: own.wholeCount, countedUntil: null, countedAt: new Date(0) };
  await inTransaction(() => MemberDayModel.updateOne({ _id: day }, { $set: begun }, { upsert: true }));
  const write = (batch: () => Promise<unknown>): Promise<void> =>
    inTransaction(async () => {
      const { matchedCount } = await MemberDayModel.updateOne(own, { ...holdingRow });
      if (matchedCount === 0) throw new Overtaken();
      await batch();
    });
  const events = await shopEvents([timeOfDay(day)[0], countedUntil]);
  const visits = await ProductVisitDayModel.find({ day }).lean<ProductVisitDayDoc[]>();
  try {
    for (const rows of rowsOfDay(day, events, visits)) await replaceRows(rows, { day, countedAt, write });
    await write(() =>
      MemberDayModel.updateOne(own, { $set: { ...sumOf(events.joined), countedUntil, countedAt, wholeCount: null } }),
    );
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    log.info({ day }, "another run counts the whole day");
  }
}

async function addWindows(day: string, countedUntil: Date): Promise<void> {
  for (const [index, window] of windowsAfter(countedUntil, day).entries()) {
    checkpoint();
    // Visits that change after this are later than the last of these windows, and the next run reads them.
    const visits = index === 0 ? await visitsSince(day, countedUntil) : [];
    if (!(await addWindow(day, window, visits))) return;
  }
}

/** What products that were visited after `since` have of visits in the whole day. */
const visitsSince = (day: string, since: Date): Promise<ProductVisitDayDoc[]> =>
  ProductVisitDayModel.find({ day, updatedAt: { $gt: since } }).lean<ProductVisitDayDoc[]>();

/**
 * Adds a window's numbers and moves the mark over it in one transaction, so that each event counts once wherever a run dies.
 * False: another run has counted it, or begun to count the whole day.
 */
async function addWindow(day: string, [from, to]: TimeSpan, visits: readonly ProductVisitDayDoc[]): Promise<boolean> {
  const events = await shopEvents([from, to]);
  const countedAt = clock.now();
  const next = { _id: day, countedUntil: rightBefore(from) };
  return inTransaction(async () => {
    const marker = await MemberDayModel.findOne(next).lean<MemberDayDoc>();
    if (!marker) return false;
    const joined = new Map(marker.terminals.map(({ terminal, count }) => [terminal, count]));
    for (const [terminal, count] of events.joined) joined.set(terminal, (joined.get(terminal) ?? 0) + count);
    const { matchedCount } = await MemberDayModel.updateOne(next, { $set: { ...sumOf(joined), countedUntil: to } });
    if (matchedCount === 0) return false;
    for (const rows of rowsOfDay(day, events, visits)) await addToRows(rows, countedAt);
    return true;
  });
}

function sumOf(joined: ReadonlyMap<number, number>): Pick<MemberDayDoc, "registerCount" | "terminals"> {
  const terminals = [...joined].map(([terminal, count]) => ({ terminal, count }));
  return {
    registerCount: terminals.reduce((sum, { count }) => sum + count, 0),
    terminals: terminals.sort((a, b) => a.terminal - b.terminal),
  };
}
