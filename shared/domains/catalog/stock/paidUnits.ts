import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { gatherUpdate } from "#shared/kernel/mongo/gathered.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { SkuModel, type SkuDoc } from "../product/sku.model.js";
import { PaidUnitsModel, type PaidUnitsDoc } from "./paidUnits.model.js";
import type { StockLine } from "./stockLines.js";

/*
 * Who places an order writes the rows of its SKUs, and so would who pays one: of a SKU in demand they would abort each
 * other's transactions, in different processes. So a payment adds to a row of its own; the SKU's row counts these units as
 * reserved until a refund or the deletion of the SKU, which are seldom, moves them to sold.
 */

/** Counts reserved units as sold, in the caller's transaction. */
export async function addPaidUnits(lines: readonly StockLine[]): Promise<void> {
  for (const { skuId, count } of lines)
    await gatherUpdate(PaidUnitsModel, { filter: { _id: skuId }, update: { $inc: { count } }, upsert: true });
}

/**
 * SKUs as they were read, with what is paid for counted as sold. Only in one transaction with that read are both of one
 * moment.
 */
export async function withPaidUnits<T extends Pick<SkuDoc, "_id" | "reserved" | "sold">>(
  skus: readonly T[],
): Promise<T[]> {
  const rows = await PaidUnitsModel.find({ _id: { $in: skus.map(({ _id }) => _id) } }).lean<PaidUnitsDoc[]>();
  const paid = new Map(rows.map(({ _id, count }) => [_id, count]));
  return skus.map((sku) => {
    const count = paid.get(sku._id) ?? 0;
    return { ...sku, reserved: sku.reserved - count, sold: sku.sold + count };
  });
}

/** Moves what is paid for to `sold` in the SKU's own row, in the caller's transaction. The SKU may be deleted. */
export async function movePaidUnitsToSku(skuId: number): Promise<void> {
  const { count } = (await PaidUnitsModel.findById(skuId).lean<PaidUnitsDoc>()) ?? { count: 0 };
  if (count === 0) return;
  const taken = await PaidUnitsModel.updateOne({ _id: skuId, count }, { $inc: { count: -count } });
  if (taken.matchedCount === 0) throw new LostRace(`paid units of SKU ${skuId} were moved`);
  const held = { _id: skuId, reserved: { $gte: count } };
  const sold = await withDeleted(SkuModel.updateOne(held, { $inc: { reserved: -count, sold: count } }));
  if (sold.matchedCount === 0) throw new Error(`SKU ${skuId} does not hold the ${count} units that were paid for`);
}
