import mongoose from "mongoose";
import { SkuModel, type SkuDoc } from "#shared/domains/catalog/index.js";
import { clock, days, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { isDuplicateKey, outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { shopDay } from "./days.js";
import { ProductVisitDayModel, ProductVisitorModel } from "./productVisit.models.js";

type Kind = "browse" | "cart";
interface Visit {
  day: string;
  kind: Kind;
  /** Id of the product, or of the variant that was added to the cart. */
  id: number;
  memberId: number;
  times: number;
}

/** Tests flush explicitly, as a delayed write would be counted among those that they observe. */
const AFTER_MS = config.NODE_ENV === "test" ? 0 : seconds(10);
/** Maximum of different waiting visits; any more are not counted. */
const MOST_WAITING = 20_000;
const AT_ONCE = 500;

let waiting = new Map<string, Visit>();
let timer: NodeJS.Timeout | undefined;

/** Counts a view of a product, some seconds later, together with others; the caller does not wait. */
export const recordBrowse = (spuId: number, memberId: number): void => addVisit("browse", spuId, memberId);
/** Counts an addition of a variant to the cart, likewise. */
export const recordCart = (skuId: number, memberId: number): void => addVisit("cart", skuId, memberId);

function addVisit(kind: Kind, id: number, memberId: number): void {
  const day = shopDay();
  const key = `${day} ${kind} ${id} ${memberId}`;
  const existing = waiting.get(key);
  if (existing) existing.times++;
  else if (waiting.size < MOST_WAITING) waiting.set(key, { day, kind, id, memberId, times: 1 });
  if (AFTER_MS > 0) timer ??= setTimeout(() => void flushVisits(), AFTER_MS).unref();
}

/** Writes the waiting visits; also at the end of a process. If the store fails they are lost: these are not money. */
export async function flushVisits(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const visits = [...waiting.values()];
  waiting = new Map();
  for (let at = 0; at < visits.length; at += AT_ONCE)
    try {
      await outsideTransaction(async () => store(visits.slice(at, at + AT_ONCE)));
    } catch (error) {
      log.warn({ visits: Math.min(AT_ONCE, visits.length - at), err: error }, "visits of products are lost");
    }
}

async function store(visits: readonly Visit[]): Promise<void> {
  const spuOf = await spusOf(visits);
  const known = visits.flatMap((visit) => {
    const spuId = visit.kind === "browse" ? visit.id : spuOf.get(visit.id);
    return spuId === undefined ? [] : [{ ...visit, spuId }];
  });
  if (known.length === 0) return;
  const firsts = await firstOnes(known);
  const sums = new Map<string, { day: string; spuId: number; browse: number; users: number; carts: number }>();
  for (const [index, { day, spuId, kind, times }] of known.entries()) {
    const _id = `${day} ${spuId}`;
    const sum = sums.get(_id) ?? { day, spuId, browse: 0, users: 0, carts: 0 };
    const isFirst = firsts.has(index);
    if (kind === "browse") sum.browse += times;
    if (isFirst) sum[kind === "browse" ? "users" : "carts"]++;
    sums.set(_id, sum);
  }
  await ProductVisitDayModel.bulkWrite(
    [...sums].map(([_id, { day, spuId, browse, users, carts }]) => ({
      updateOne: {
        filter: { _id },
        update: {
          $setOnInsert: { day, spuId },
          $inc: { browseCount: browse, browseUserCount: users, cartCount: carts },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Indexes of the visits that are the first of their member that day. */
async function firstOnes(visits: readonly (Visit & { spuId: number })[]): Promise<Set<number>> {
  const expiresAt = clock.after(days(2));
  const writes = visits.map(({ day, spuId, kind, memberId }) => ({
    updateOne: {
      filter: { _id: `${day} ${spuId} ${kind} ${memberId}` },
      update: { $setOnInsert: { expiresAt } },
      upsert: true,
    },
  }));
  try {
    const { upsertedIds } = await ProductVisitorModel.bulkWrite(writes, { ordered: false });
    return new Set(Object.keys(upsertedIds).map(Number));
  } catch (error) {
    // Another process wrote some of them first; the others are written.
    if (!isDuplicateKey(error) || !(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    return new Set(Object.keys(error.upsertedIds).map(Number));
  }
}

async function spusOf(visits: readonly Visit[]): Promise<Map<number, number>> {
  const skuIds = visits.filter(({ kind }) => kind === "cart").map(({ id }) => id);
  if (skuIds.length === 0) return new Map();
  const skus = await SkuModel.find({ _id: { $in: skuIds } }, { spuId: 1 }).lean<Pick<SkuDoc, "_id" | "spuId">[]>();
  return new Map(skus.map(({ _id, spuId }) => [_id, spuId]));
}
