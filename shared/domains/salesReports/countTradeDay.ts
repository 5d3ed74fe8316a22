import { rechargeNumbers } from "#shared/domains/recharge/worker.js";
import { tradeNumbers } from "#shared/domains/trade/index.js";
import { spentFromWallets } from "#shared/domains/wallet/index.js";
import type { TimeSpan } from "#shared/kernel/lists/filters.js";
import { ignoreDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { clock } from "#shared/kernel/time/clock.js";
import { countDays } from "./countDays.js";
import { timeOfDay } from "./days.js";
import type { TradeTotals } from "./statistics.queries.js";
import { TradeDayModel, type TradeDayDoc } from "./tradeDay.model.js";
import { countableUntil, rightBefore, windowsAfter } from "./windows.js";

/** Counts the trade of today and of every day that is not settled (countDays.ts); each event is read once. */
export const countTradeDays = (): Promise<void> =>
  countDays({
    find: (day) => TradeDayModel.findById(day).lean<TradeDayDoc>(),
    countWhole: countTradeDay,
    addWindows,
  });

/**
 * Counts a day from all of its orders, recharges and wallet payments, of today up to what can be counted now, and replaces
 * its row. Numbers and `countedUntil` are one write, so that windows continue from there, whatever else is counted at once.
 */
export async function countTradeDay(day: string): Promise<TradeDayDoc> {
  const countedAt = clock.now();
  const countedUntil = countableUntil(day);
  const numbers = await numbersOf([timeOfDay(day)[0], countedUntil]);
  const set = { ...numbers, countedUntil, countedAt };
  // If another run writes the first row of the day at the same moment, the next windows continue from that one.
  await TradeDayModel.updateOne({ _id: day }, { $set: set }, { upsert: true }).catch(ignoreDuplicate());
  return { _id: day, ...set };
}

/** In one window however long, as it is one write of one row. */
async function addWindows(day: string, countedUntil: Date): Promise<void> {
  for (const [from, to] of windowsAfter(countedUntil, day, Infinity))
    // No row matches if another run has counted this window meanwhile.
    await TradeDayModel.updateOne(
      { _id: day, countedUntil: rightBefore(from) },
      { $inc: await numbersOf([from, to]), $set: { countedUntil: to } },
    );
}

const numbersOf = async (between: TimeSpan): Promise<TradeTotals> => ({
  ...(await tradeNumbers(between)),
  ...(await rechargeNumbers(between)),
  walletPayPriceFen: await spentFromWallets(between),
});
