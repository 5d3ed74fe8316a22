import type { Model, QueryFilter } from "mongoose";
import { newMembers } from "#shared/domains/member/index.js";
import { payNumbers } from "#shared/domains/pay/worker.js";
import { ordersBetween } from "#shared/domains/trade/worker.js";
import type { OrdersBetween } from "#shared/domains/trade/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { BuyerDayModel, type BuyerDayDoc } from "./buyerDay.model.js";
import { shopDay, timeOfDay, wasSettled } from "./days.js";
import { MemberDayModel, type MemberDayDoc } from "./memberDay.model.js";
import { PayDayModel, type PayDayDoc } from "./payDay.model.js";
import { ProductDayModel, type ProductDayDoc } from "./productDay.model.js";
import { ProductVisitDayModel, type ProductVisitDayDoc } from "./productVisit.models.js";

/** How many missed days are caught up on after an outage. */
const MOST_MISSED = 31;
const AT_ONCE = 500;

/** Counts today, and every earlier day that was last counted too soon, back to the last settled one. */
export async function countShopDays(): Promise<void> {
  for (let daysAgo = 0; daysAgo <= MOST_MISSED; daysAgo++) {
    const day = shopDay(daysAgo);
    const counted = daysAgo === 0 ? null : await MemberDayModel.findById(day).lean<MemberDayDoc>();
    if (counted && wasSettled(day, counted.countedAt)) return;
    await countShopDay(day);
  }
}

/** Recounts products, buyers, channels and new members of a day; the members' row is last and marks it as counted. */
export async function countShopDay(day: string): Promise<void> {
  const countedAt = clock.now();
  const between = timeOfDay(day);
  const { products, buyers } = await ordersBetween(between);
  await replaceDay<ProductDayDoc>(ProductDayModel, day, await productRows(day, products, countedAt));
  await replaceDay<BuyerDayDoc>(
    BuyerDayModel,
    day,
    [...buyers].map(([memberId, numbers]) => ({ _id: `${day} ${memberId}`, day, memberId, ...numbers, countedAt })),
  );
  await replaceDay<PayDayDoc>(
    PayDayModel,
    day,
    [...(await payNumbers(between))].map(([channelCode, numbers]) => ({
      _id: `${day} ${channelCode}`,
      day,
      channelCode,
      ...numbers,
      countedAt,
    })),
  );
  const joined = await newMembers(between);
  const terminals = [...joined].map(([terminal, count]) => ({ terminal, count }));
  const registerCount = terminals.reduce((sum, { count }) => sum + count, 0);
  await MemberDayModel.updateOne({ _id: day }, { $set: { registerCount, terminals, countedAt } }, { upsert: true });
}

/** A row for each product that was bought or viewed. */
async function productRows(day: string, sold: OrdersBetween["products"], countedAt: Date): Promise<ProductDayDoc[]> {
  const visits = await ProductVisitDayModel.find({ day }).lean<ProductVisitDayDoc[]>();
  const seen = new Map(visits.map((visit) => [visit.spuId, visit]));
  return [...new Set([...sold.keys(), ...seen.keys()])].map((spuId) => {
    const { browseCount = 0, browseUserCount = 0, cartCount = 0 } = seen.get(spuId) ?? {};
    const numbers = sold.get(spuId) ?? noSales;
    return { _id: `${day} ${spuId}`, day, spuId, ...numbers, browseCount, browseUserCount, cartCount, countedAt };
  });
}
const noSales = {
  spuName: "",
  orderCount: 0,
  orderPayCount: 0,
  orderPayPriceFen: 0,
  afterSaleCount: 0,
  afterSaleRefundPriceFen: 0,
};

/** Replaces the rows of a day, and deletes those no longer counted. A reader meanwhile sees each row old or new. */
async function replaceDay<T extends { _id: string; day: string; countedAt: Date }>(
  model: Model<T>,
  day: string,
  rows: T[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await model.bulkWrite(
      rows.slice(at, at + AT_ONCE).map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id } as QueryFilter<T>, update: { $set: fields } as never, upsert: true },
      })),
      { ordered: false },
    );
  const counted = new Set(rows.map(({ _id }) => _id));
  const stored = await model.find({ day } as QueryFilter<T>, { _id: 1 }).lean<{ _id: string }[]>();
  const stale = stored.filter(({ _id }) => !counted.has(_id)).map(({ _id }) => _id);
  if (stale.length > 0) await model.deleteMany({ _id: { $in: stale } } as QueryFilter<T>);
}
