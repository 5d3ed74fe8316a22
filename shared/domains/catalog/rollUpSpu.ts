import { clock, minutes } from "#shared/platform/clock.js";
import { openedSpus } from "./shelf.js";
import { SkuModel } from "./sku.model.js";
import { SpuModel } from "./spu.model.js";

/** Sets an SPU's stock and sales to the sums over its SKUs; what variants sold that are gone stays counted. An SPU that is gone is left. */
export async function rollUpSpu(spuId: number): Promise<void> {
  const [sums] = await SkuModel.aggregate<{ stock: number; sold: number }>([
    { $match: { spuId } },
    { $group: { _id: null, stock: { $sum: "$stock" }, sold: { $sum: "$sold" } } },
  ]);
  const { stock, sold } = sums ?? { stock: 0, sold: 0 };
  const salesCount = { $add: [sold, { $ifNull: ["$salesGone", 0] }] };
  const salesShown = { $add: [salesCount, "$virtualSalesCount"] };
  await SpuModel.updateOne({ _id: spuId }, [{ $set: { stock, salesCount, salesShown } }], { updatePipeline: true });
  openedSpus.forget(String(spuId));
}

/** The round over what moved lately: three rounds look at each movement, so that one missed tick costs nothing. */
const LOOK_BACK_MS = minutes(3);

export async function rollUpRecent(): Promise<void> {
  const spuIds = await SkuModel.distinct("spuId", { updatedAt: { $gte: new Date(clock.ms() - LOOK_BACK_MS) } });
  for (const spuId of spuIds) await rollUpSpu(spuId);
}
