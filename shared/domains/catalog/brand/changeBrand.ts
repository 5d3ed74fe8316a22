import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "../catalog.errors.js";
import type { BrandInput } from "./createBrand.js";
import { recordCatalogChange } from "../product/shelf.js";
import { SpuModel } from "../product/spu.model.js";

/** Throws BrandNotFound, BrandNameTaken. */
export async function updateBrand(brandId: number, input: BrandInput): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await BrandModel.findById(brandId, { keywordTerms: 0 }).lean<BrandDoc>();
    if (!before) throw catalogErrors.BrandNotFound();
    try {
      await BrandModel.updateOne({ _id: brandId }, { $set: { ...input, keywordTerms: termsOfName(input.name) } });
    } catch (error) {
      throw isDuplicateKey(error, "name") ? catalogErrors.BrandNameTaken() : error;
    }
    await recordCatalogChange("brand.update", brandId, { before, after: input });
    return true;
  });
}

/** Throws BrandNotFound, BrandHasSpus. */
export async function deleteBrand(brandId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await BrandModel.findById(brandId, { keywordTerms: 0 }).lean<BrandDoc>();
    if (!before) throw catalogErrors.BrandNotFound();
    const count = await SpuModel.countDocuments({ brandId });
    if (count > 0) throw catalogErrors.BrandHasSpus({ count });
    if (!(await deleteLogically(BrandModel, { _id: brandId }))) throw catalogErrors.BrandNotFound();
    await recordCatalogChange("brand.delete", brandId, { before });
    return true;
  });
}
