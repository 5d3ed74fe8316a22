import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { PaidUnitsModel } from "../stock/paidUnits.model.js";
import { withPaidUnits } from "../stock/paidUnits.js";
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

interface Summed extends Pick<SpuDoc, "_id" | "rollUps"> {
  skus: (Pick<SkuDoc, "_id" | "stock" | "reserved" | "sold"> & { deletedAt?: Date | null })[];
}

/** False: another run was faster. */
async function rollUpOnce(spuId: number): Promise<boolean> {
  const [spu] = await SpuModel.aggregate<Summed>([
    { $match: { _id: spuId } },
    { $lookup: { from: SkuModel.collection.name, localField: "_id", foreignField: "spuId", as: "skus" } },
    {
      $project: { rollUps: 1, "skus._id": 1, "skus.stock": 1, "skus.reserved": 1, "skus.sold": 1, "skus.deletedAt": 1 },
    },
  ]);
  if (!spu) return true;
  const present = await withPaidUnits(spu.skus.filter(({ deletedAt = null }) => deletedAt === null));
  const stock = present.reduce((sum, sku) => sum + sku.stock, 0);
  const sold = present.reduce((sum, sku) => sum + sku.sold, 0);
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
