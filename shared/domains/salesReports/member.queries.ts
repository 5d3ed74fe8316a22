import { daysWithin } from "#shared/kernel/lists/filters.js";
import { areaName, areasOfNewMembers, countMembers } from "#shared/domains/member/index.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { minutes } from "#shared/kernel/time/clock.js";
import { BuyerDayModel } from "./buyerDay.model.js";
import { daysBefore, daysBetween, timeOfDay } from "./days.js";
import { MemberDayModel, type MemberDayDoc } from "./memberDay.model.js";

/** What members did in a time span; each member counts once. */
export interface MemberTotals {
  /** Members at its end. */
  userCount: number;
  /** Members who joined in it. */
  registerCount: number;
  /** Members who placed an order, and who paid one. */
  orderUserCount: number;
  payUserCount: number;
  orderPayPriceFen: number;
}

interface MemberSummary {
  value: MemberTotals;
  /** For the span of the same length right before. */
  reference: MemberTotals;
}

/** Days as yyyy-MM-dd, inclusive. */
export async function memberSummary(from: string, to: string): Promise<MemberSummary> {
  const before = daysBefore(from, to);
  return { value: await totalsOf(from, to), reference: await totalsOf(before.from, before.to) };
}

async function totalsOf(from: string, to: string): Promise<MemberTotals> {
  const days = daysWithin({ from, to });
  const [joined] = await MemberDayModel.aggregate<{ count: number }>([
    { $match: { _id: days } },
    { $group: { _id: null, count: { $sum: "$registerCount" } } },
  ]);
  const [bought] = await BuyerDayModel.aggregate<{ ordered: number; paid: number; fen: number }>([
    { $match: { day: days } },
    {
      $group: {
        _id: "$memberId",
        ordered: { $sum: "$orderCreateCount" },
        paid: { $sum: "$orderPayCount" },
        fen: { $sum: "$orderPayPriceFen" },
      },
    },
    {
      $group: {
        _id: null,
        ordered: { $sum: { $cond: [{ $gt: ["$ordered", 0] }, 1, 0] } },
        paid: { $sum: { $cond: [{ $gt: ["$paid", 0] }, 1, 0] } },
        fen: { $sum: "$fen" },
      },
    },
  ]);
  return {
    userCount: await countMembers(timeOfDay(to)[1]),
    registerCount: joined?.count ?? 0,
    orderUserCount: bought?.ordered ?? 0,
    payUserCount: bought?.paid ?? 0,
    orderPayPriceFen: bought?.fen ?? 0,
  };
}

interface NewMembers {
  /** Oldest first; a day without any has 0. */
  days: { day: string; registerCount: number }[];
  /** Most first. */
  terminals: { terminal: number; count: number }[];
  /** By the province of their current default address; 0: none. Most first. */
  areas: { areaId: number; areaName: string; count: number }[];
}

/** Cached, as it reads the address of every new member of a time span. */
const areas = defineCache<Map<number, number>>("areasOfNewMembers", { ttlMs: minutes(5), max: 100 });

/** The members who joined in a time span. Days as yyyy-MM-dd, inclusive. */
export async function analyseNewMembers(from: string, to: string): Promise<NewMembers> {
  const rows = await MemberDayModel.find({ _id: daysWithin({ from, to }) }).lean<MemberDayDoc[]>();
  const byDay = new Map(rows.map((row) => [row._id, row.registerCount]));
  const terminals = new Map<number, number>();
  for (const { terminal, count } of rows.flatMap((row) => row.terminals))
    terminals.set(terminal, (terminals.get(terminal) ?? 0) + count);
  const between = [timeOfDay(from)[0], timeOfDay(to)[1]] as const;
  const byArea = await areas.read(`${from} ${to}`, () => areasOfNewMembers(between));
  return {
    days: daysBetween(from, to).map((day) => ({ day, registerCount: byDay.get(day) ?? 0 })),
    terminals: mostFirst(terminals).map(([terminal, count]) => ({ terminal, count })),
    areas: mostFirst(byArea).map(([areaId, count]) => ({ areaId, areaName: areaName(areaId), count })),
  };
}

const mostFirst = (counts: ReadonlyMap<number, number>): [number, number][] =>
  [...counts].sort(([idA, a], [idB, b]) => b - a || idA - idB);
