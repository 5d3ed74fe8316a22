import { rechargeNumbers } from "#shared/domains/recharge/worker.js";
import { tradeNumbers } from "#shared/domains/trade/index.js";
import { spentFromWallets } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { shopDay, timeOfDay, wasSettled } from "./days.js";
import { TradeDayModel, type TradeDayDoc } from "./tradeDay.model.js";

/** How many missed days are caught up on after an outage. */
const MOST_MISSED = 31;

/** Recounts a day from its orders, recharges and wallet payments. */
export async function countTradeDay(day: string): Promise<TradeDayDoc> {
  const between = timeOfDay(day);
  const numbers = {
    ...(await tradeNumbers(between)),
    ...(await rechargeNumbers(between)),
    walletPayPriceFen: await spentFromWallets(between),
    countedAt: clock.now(),
  };
  await TradeDayModel.updateOne({ _id: day }, { $set: numbers }, { upsert: true });
  return { _id: day, ...numbers };
}

/** Counts today, and every earlier day that was last counted too soon, back to the last settled one. */
export async function countTradeDays(): Promise<void> {
  for (let daysAgo = 0; daysAgo <= MOST_MISSED; daysAgo++) {
    const day = shopDay(daysAgo);
    if (daysAgo > 0 && (await isSettled(day))) return;
    await countTradeDay(day);
  }
}

async function isSettled(day: string): Promise<boolean> {
  const row = await TradeDayModel.findById(day).lean<TradeDayDoc>();
  return row !== null && wasSettled(day, row.countedAt);
}
