import { nextId } from "#shared/platform/ids.js";
import { inTransaction, isInTransaction, LostRace } from "#shared/platform/mongo.js";
import { catalogErrors } from "./catalog.errors.js";
import { rollUpSoon } from "./rollUpSoon.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { withSkuLocks } from "./skuLocks.js";
import { StockMovementModel, type StockMovementDoc } from "./stockMovement.model.js";

export interface StockLine {
  skuId: number;
  count: number;
}

/** One line a SKU, in the order of ids: two orders that share SKUs never wait for each other crosswise. */
export function sumPerSku(lines: readonly StockLine[]): StockLine[] {
  const counts = new Map<number, number>();
  for (const { skuId, count } of lines) counts.set(skuId, (counts.get(skuId) ?? 0) + count);
  return [...counts].map(([skuId, count]) => ({ skuId, count })).sort((a, b) => a.skuId - b.skuId);
}

/** A look before a transaction, so that the sold-out ones do not start any. SkuNotFound, StockShort. */
export async function assertInStock(lines: readonly StockLine[]): Promise<void> {
  const wanted = sumPerSku(lines);
  const found = await SkuModel.find({ _id: { $in: wanted.map((line) => line.skuId) } }, { stock: 1 }).lean<SkuDoc[]>();
  const stocks = new Map(found.map((sku) => [sku._id, sku.stock]));
  for (const { skuId, count } of wanted) {
    const stock = stocks.get(skuId);
    if (stock === undefined) throw catalogErrors.SkuNotFound();
    if (stock < count) throw catalogErrors.StockShort();
  }
}

/**
 * Holds units for an unpaid order: stock -= n, reserved += n. All lines or none. Stands first in the caller's
 * transaction, where a lost race costs least. `refId` names the cause and is used once: a second reservation of the same
 * SKU under it fails on the unique index. SkuNotFound, StockShort.
 */
export async function reserveStock(refId: string, lines: readonly StockLine[]): Promise<void> {
  const wanted = sumPerSku(lines);
  await inOneTransaction(wanted, async () => {
    for (const { skuId, count } of wanted) {
      const { modifiedCount } = await SkuModel.updateOne(
        { _id: skuId, stock: { $gte: count } },
        { $inc: { stock: -count, reserved: count } },
      );
      if (modifiedCount === 0)
        throw (await SkuModel.exists({ _id: skuId })) ? catalogErrors.StockShort() : catalogErrors.SkuNotFound();
    }
    for (const { skuId, count } of wanted)
      await StockMovementModel.create([
        { _id: await nextId("stockMovements"), skuId, kind: "reserve", refId, count, endedBy: null },
      ]);
    await rollUpSoon(await spuIdsOf(wanted.map(({ skuId }) => skuId)));
  });
}

/** The reservation is given back: reserved -= n, stock += n. Again, or after commitStock, it changes nothing. */
export async function releaseStock(refId: string, lines: readonly StockLine[]): Promise<void> {
  await endReservation("release", refId, lines);
}

/** The reservation is paid: reserved -= n, sold += n. Again, or after releaseStock, it changes nothing. */
export async function commitStock(refId: string, lines: readonly StockLine[]): Promise<void> {
  await endReservation("commit", refId, lines);
}

async function endReservation(kind: "release" | "commit", refId: string, lines: readonly StockLine[]): Promise<void> {
  const named = sumPerSku(lines);
  await inOneTransaction(named, async () => {
    const ended: number[] = [];
    for (const { skuId } of named) {
      const reservation = await StockMovementModel.findOne({ skuId, kind: "reserve", refId }).lean<StockMovementDoc>();
      if (!reservation || reservation.endedBy !== null) continue;
      await endMovement(reservation, kind);
      // The amount is what was reserved, whatever the caller counts now.
      const { count } = reservation;
      const { modifiedCount } = await SkuModel.updateOne(
        { _id: skuId, reserved: { $gte: count } },
        { $inc: kind === "release" ? { reserved: -count, stock: count } : { reserved: -count, sold: count } },
      );
      if (modifiedCount === 0) throw new Error(`SKU ${skuId} does not hold the ${count} units that ${refId} reserved`);
      await StockMovementModel.create([
        { _id: await nextId("stockMovements"), skuId, kind, refId, count, endedBy: null },
      ]);
      ended.push(skuId);
    }
    await rollUpSoon(await spuIdsOf(ended));
  });
}

async function endMovement({ _id, refId }: StockMovementDoc, endedBy: "release" | "commit"): Promise<void> {
  const { modifiedCount } = await StockMovementModel.updateOne({ _id, endedBy: null }, { $set: { endedBy } });
  if (modifiedCount === 0) throw new LostRace(`${refId} is being ended`);
}

async function spuIdsOf(skuIds: readonly number[]): Promise<Set<number>> {
  if (skuIds.length === 0) return new Set();
  const skus = await SkuModel.find({ _id: { $in: [...skuIds] } }, { spuId: 1 }).lean<Pick<SkuDoc, "spuId">[]>();
  return new Set(skus.map(({ spuId }) => spuId));
}

/** The caller's transaction, or one of its own that has waited in line for its SKUs. */
async function inOneTransaction(lines: readonly StockLine[], fn: () => Promise<void>): Promise<void> {
  if (isInTransaction()) await fn();
  else
    await withSkuLocks(
      lines.map((line) => line.skuId),
      () => inTransaction(fn),
    );
}
