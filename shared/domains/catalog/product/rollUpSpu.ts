import { clock, minutes } from "#shared/kernel/time/clock.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { openedSpus } from "./shelf.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

/**
 * Sets an SPU's stock and sales to the sums over its SKUs; what variants sold that are gone stays counted. An SPU that is
 * gone is left. Of two at once the one that read before the other wrote reads again: its sums may be older.
 */
export async function rollUpSpu(spuId: number): Promise<void> {
  for (let tries = 0; !(await rollUpOnce(spuId)); tries++)
    if (tries >= MOST_TRIES) throw new LostRace(`the sums of SPU ${spuId} are being made by others`);
  openedSpus.invalidate(String(spuId));
}

const MOST_TRIES = 10;

interface Summed extends Pick<SpuDoc, "_id" | "rollUps"> {
  skus: (Pick<SkuDoc, "stock" | "sold"> & { deletedAt?: Date | null })[];
}

/** False: another was faster. */
async function rollUpOnce(spuId: number): Promise<boolean> {
  const [spu] = await SpuModel.aggregate<Summed>([
    { $match: { _id: spuId } },
    { $lookup: { from: SkuModel.collection.name, localField: "_id", foreignField: "spuId", as: "skus" } },
    { $project: { rollUps: 1, "skus.stock": 1, "skus.sold": 1, "skus.deletedAt": 1 } },
  ]);
  if (!spu) return true;
  const there = spu.skus.filter(({ deletedAt = null }) => deletedAt === null);
  const stock = there.reduce((sum, sku) => sum + sku.stock, 0);
  const sold = there.reduce((sum, sku) => sum + sku.sold, 0);
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

/** The round over what moved lately: three rounds look at each movement, so that one missed tick costs nothing. */
const LOOK_BACK_MS = minutes(3);

export async function rollUpRecent(): Promise<void> {
  const spuIds = await SkuModel.distinct("spuId", { updatedAt: { $gte: new Date(clock.ms() - LOOK_BACK_MS) } });
  for (const spuId of spuIds) await rollUpSpu(spuId);
}
