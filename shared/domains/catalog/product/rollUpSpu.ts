import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { PaidUnitsModel, type PaidUnitsDoc } from "../stock/paidUnits.model.js";
import { openedSpus } from "./shelf.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

/**
 * Sets an SPU's stock and sales to the sums over its SKUs; sales of deleted variants stay counted. A deleted SPU is
 * ignored. Of two concurrent runs the one with the older read reads again.
 */
export async function rollUpSpu(spuId: number): Promise<void> {
  for (let tries = 0; !(await rollUpOnce(spuId)); tries++)
    if (tries >= MOST_TRIES) throw new LostRace(`the sums of SPU ${spuId} are being made by others`);
  openedSpus.invalidate(String(spuId));
}

const MOST_TRIES = 10;

/** A product with one of its SKUs, if it has any. */
interface Summed extends Pick<SpuDoc, "_id" | "rollUps"> {
  sku?: Pick<SkuDoc, "stock" | "sold"> & { deletedAt?: Date | null };
  paid: Pick<PaidUnitsDoc, "count">[];
}

/** False: another run was faster. */
async function rollUpOnce(spuId: number): Promise<boolean> {
  const rows = await SpuModel.aggregate<Summed>([
    { $match: { _id: spuId } },
    { $project: { rollUps: 1 } },
    { $lookup: { from: SkuModel.collection.name, localField: "_id", foreignField: "spuId", as: "sku" } },
    { $unwind: { path: "$sku", preserveNullAndEmptyArrays: true } },
    { $lookup: { from: PaidUnitsModel.collection.name, localField: "sku._id", foreignField: "_id", as: "paid" } },
    { $project: { rollUps: 1, "sku.stock": 1, "sku.sold": 1, "sku.deletedAt": 1, "paid.count": 1 } },
  ]);
  const [spu] = rows;
  if (!spu) return true;
  let [stock, sold] = [0, 0];
  for (const { sku, paid } of rows) {
    if (!sku || (sku.deletedAt ?? null) !== null) continue;
    stock += sku.stock;
    sold += sku.sold + (paid[0]?.count ?? 0);
  }
  const salesCount = { $add: [sold, { $ifNull: ["$salesGone", 0] }] };
  const salesShown = { $add: [salesCount, "$virtualSalesCount"] };
  const rollUps = (spu.rollUps ?? 0) + 1;
  const { matchedCount } = await SpuModel.updateOne(
    { _id: spuId, rollUps: spu.rollUps ?? null },
    [{ $set: { stock, salesCount, salesShown, rollUps } }],
    { updatePipeline: true },
  );
  return matchedCount === 1;
}

/** How far rollUpRecent looks back: three rounds, so that a missed one does no harm. */
const LOOK_BACK_MS = minutes(3);

export async function rollUpRecent(): Promise<void> {
  const recent = { updatedAt: { $gte: new Date(clock.ms() - LOOK_BACK_MS) } };
  const reserved = await SkuModel.distinct("spuId", recent);
  const paid = await SkuModel.distinct("spuId", { _id: { $in: await PaidUnitsModel.distinct("_id", recent) } });
  for (const spuId of new Set([...reserved, ...paid])) {
    checkpoint();
    await rollUpSpu(spuId);
  }
}
