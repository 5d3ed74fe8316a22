import type { AnyBulkWriteOperation, Model } from "mongoose";
import { newMembers } from "#shared/domains/member/index.js";
import type { PayNumbers } from "#shared/domains/pay/index.js";
import { payNumbers } from "#shared/domains/pay/worker.js";
import type { OrdersBetween } from "#shared/domains/trade/index.js";
import { ordersBetween } from "#shared/domains/trade/worker.js";
import type { TimeSpan } from "#shared/kernel/lists/filters.js";
import { BuyerDayModel } from "./buyerDay.model.js";
import { PayDayModel } from "./payDay.model.js";
import { ProductDayModel } from "./productDay.model.js";
import type { ProductVisitDayDoc } from "./productVisit.models.js";

const AT_ONCE = 500;

interface ShopEvents extends OrdersBetween {
  channels: Map<string, PayNumbers>;
  /** New members by the terminal that they joined with. */
  joined: Map<number, number>;
}

/** What happened in a span, inclusive at both ends. */
export async function shopEvents(between: TimeSpan): Promise<ShopEvents> {
  return {
    ...(await ordersBetween(between)),
    channels: await payNumbers(between),
    joined: await newMembers(between),
  };
}

interface DayRow {
  _id: string;
  /** What the row is about, and numbers that are counted elsewhere: set as they are. */
  set: object;
  /** Numbers of events: added to the row, or set if the whole day was read. */
  numbers: object;
}
/** Rows of one collection of a day. */
interface DayRows {
  model: Model<{ _id: string; day: string }>;
  rows: DayRow[];
  /** What a row of the whole day has where its own does not say otherwise. */
  blank: object;
}

/** The rows of events and visits: of products, buyers and channels. */
export function rowsOfDay(
  day: string,
  { products, buyers, channels }: ShopEvents,
  visits: readonly ProductVisitDayDoc[],
): DayRows[] {
  return [
    { model: ProductDayModel as unknown as DayRows["model"], rows: productRows(day, products, visits), blank: noSales },
    {
      model: BuyerDayModel as unknown as DayRows["model"],
      rows: [...buyers].map(([memberId, numbers]) => ({ _id: `${day} ${memberId}`, set: { day, memberId }, numbers })),
      blank: {},
    },
    {
      model: PayDayModel as unknown as DayRows["model"],
      rows: [...channels].map(([channelCode, numbers]) => ({
        _id: `${day} ${channelCode}`,
        set: { day, channelCode },
        numbers,
      })),
      blank: {},
    },
  ];
}

/** A row for each product that was bought or viewed; without sales it says nothing of them, and likewise of visits. */
function productRows(day: string, sold: OrdersBetween["products"], visits: readonly ProductVisitDayDoc[]): DayRow[] {
  const seen = new Map(visits.map((visit) => [visit.spuId, visit]));
  return [...new Set([...sold.keys(), ...seen.keys()])].map((spuId) => {
    const { spuName, ...numbers } = sold.get(spuId) ?? {};
    const { browseCount, browseUserCount, cartCount } = seen.get(spuId) ?? {};
    const set = {
      day,
      spuId,
      ...(sold.has(spuId) ? { spuName } : {}),
      ...(seen.has(spuId) ? { browseCount, browseUserCount, cartCount } : {}),
    };
    return { _id: `${day} ${spuId}`, set, numbers };
  });
}
const noSales = {
  spuName: "",
  orderCount: 0,
  orderPayCount: 0,
  orderPayPriceFen: 0,
  afterSaleCount: 0,
  afterSaleRefundPriceFen: 0,
  browseCount: 0,
  browseUserCount: 0,
  cartCount: 0,
};

type Update = Record<"$set" | "$inc", object> | Record<"$set", object>;

/** Adds the numbers to the rows of their day; in the caller's transaction. */
export async function addToRows({ model, rows }: DayRows, countedAt: Date): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await model.bulkWrite(
      rows.slice(at, at + AT_ONCE).map(({ _id, set, numbers }) => {
        const isVisited = Object.keys(numbers).length === 0;
        return upsertOf(_id, { $set: { ...set, countedAt }, ...(isVisited ? {} : { $inc: numbers }) });
      }),
    );
}

/**
 * Replaces the rows of a day, and deletes those no longer counted; each batch through `write`. A reader meanwhile sees each
 * row old or new.
 */
export async function replaceRows(
  { model, rows, blank }: DayRows,
  { day, countedAt, write }: { day: string; countedAt: Date; write: (batch: () => Promise<unknown>) => Promise<void> },
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const batch = rows
      .slice(at, at + AT_ONCE)
      .map(({ _id, set, numbers }) => upsertOf(_id, { $set: { ...blank, ...set, ...numbers, countedAt } }));
    await write(() => model.bulkWrite(batch));
  }
  const counted = new Set(rows.map(({ _id }) => _id));
  const stored = await model.find({ day }, { _id: 1 }).lean<{ _id: string }[]>();
  const stale = stored.filter(({ _id }) => !counted.has(_id)).map(({ _id }) => _id);
  for (let at = 0; at < stale.length; at += AT_ONCE)
    await write(() => model.deleteMany({ _id: { $in: stale.slice(at, at + AT_ONCE) } }));
}

const upsertOf = (_id: string, update: Update): AnyBulkWriteOperation<{ _id: string; day: string }> => ({
  updateOne: { filter: { _id }, update: update as never, upsert: true },
});
