import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { recordCatalogChange } from "./shelf.js";
import { withPaidUnits } from "../stock/paidUnits.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";
import { removeSku } from "./updateSpu.js";
import { SpuStatus } from "../catalog.states.js";

/** Moves a product on shelf (1), off shelf (0) or to the recycle bin (-1), visible at once. Throws SpuNotFound. */
export async function shelveSpu(spuId: number, status: SpuDoc["status"]): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await SpuModel.findOneAndUpdate(
      { _id: spuId },
      { $set: { status } },
      { returnDocument: "before", projection: { status: 1 } },
    ).lean<Pick<SpuDoc, "status">>();
    if (!before) throw catalogErrors.SpuNotFound();
    await recordCatalogChange("spu.update-status", spuId, { before: { status: before.status }, after: { status } });
    return true;
  });
}

/** Deletes a recycled product with its variants, logically. Throws SpuNotFound, SpuNotInBin, SkuHeld. */
export async function deleteSpu(spuId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await SpuModel.findById(spuId, { keywordTerms: 0 }).lean<SpuDoc>();
    if (!before) throw catalogErrors.SpuNotFound();
    if (!(await deleteLogically(SpuModel, { _id: spuId, status: SpuStatus.recycled })))
      throw catalogErrors.SpuNotInBin();
    const skus = await withPaidUnits(await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>());
    for (const sku of skus) await removeSku(sku._id);
    await recordCatalogChange("spu.delete", spuId, { before: { ...before, skus } });
    return true;
  });
}
