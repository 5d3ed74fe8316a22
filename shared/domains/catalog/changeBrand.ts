import { inTransaction, isDuplicateKey } from "#shared/platform/mongo.js";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "./catalog.errors.js";
import type { BrandInput } from "./createBrand.js";
import { termsOfName } from "./keywordTerms.js";
import { recordChange } from "./recordChange.js";
import { SpuModel } from "./spu.model.js";

/** BrandNotFound, BrandNameTaken. */
export async function updateBrand(brandId: number, input: BrandInput): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await BrandModel.findById(brandId, { keywordTerms: 0 }).lean<BrandDoc>();
    if (!before) throw catalogErrors.BrandNotFound();
    try {
      await BrandModel.updateOne({ _id: brandId }, { $set: { ...input, keywordTerms: termsOfName(input.name) } });
    } catch (error) {
      throw isDuplicateKey(error, "name") ? catalogErrors.BrandNameTaken() : error;
    }
    await recordChange("brand.update", brandId, { before, after: input });
    return true;
  });
}

/** BrandNotFound, BrandHasSpus. */
export async function deleteBrand(brandId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await BrandModel.findById(brandId, { keywordTerms: 0 }).lean<BrandDoc>();
    if (!before) throw catalogErrors.BrandNotFound();
    if (await SpuModel.exists({ brandId })) throw catalogErrors.BrandHasSpus();
    await BrandModel.deleteOne({ _id: brandId });
    await recordChange("brand.delete", brandId, { before });
    return true;
  });
}
