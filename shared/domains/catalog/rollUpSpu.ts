import { clock, minutes } from "#shared/platform/clock.js";
import { openedSpus } from "./shelf.js";
import { SkuModel } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

/** Sets an SPU's stock and sales to the sums over its SKUs; what variants sold that are gone stays counted. An SPU that is gone is left. */
export async function rollUpSpu(spuId: number): Promise<void> {
  const [sums] = await SkuModel.aggregate<{ stock: number; sold: number }>([
    { $match: { spuId } },
    { $group: { _id: null, stock: { $sum: "$stock" }, sold: { $sum: "$sold" } } },
  ]);
  const fields = { virtualSalesCount: 1, salesGone: 1 } as const;
  const spu = await SpuModel.findById(spuId, fields).lean<Pick<SpuDoc, "virtualSalesCount" | "salesGone">>();
  if (!spu) return;
  const { stock, sold } = sums ?? { stock: 0, sold: 0 };
  const salesCount = sold + (spu.salesGone ?? 0);
  await SpuModel.updateOne(
    { _id: spuId },
    { $set: { stock, salesCount, salesShown: salesCount + spu.virtualSalesCount } },
  );
  openedSpus.forget(String(spuId));
}

/** The round over what moved lately: three rounds look at each movement, so that one missed tick costs nothing. */
const LOOK_BACK_MS = minutes(3);

export async function rollUpRecent(): Promise<void> {
  const spuIds = await SkuModel.distinct("spuId", { updatedAt: { $gte: new Date(clock.ms() - LOOK_BACK_MS) } });
  for (const spuId of spuIds) await rollUpSpu(spuId);
}
