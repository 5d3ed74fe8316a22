import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "../catalog.errors.js";
import { recordCatalogChange } from "../product/shelf.js";

export type BrandInput = Pick<BrandDoc, "name"> & Partial<Pick<BrandDoc, "picUrl" | "sort" | "description" | "status">>;

/** Creates a brand with a unique name. Throws BrandNameTaken. */
export async function createBrand(input: BrandInput): Promise<number> {
  const _id = await nextId("productBrands");
  return inTransaction(async () => {
    try {
      await BrandModel.create([{ ...input, _id, keywordTerms: termsOfName(input.name) }]);
    } catch (error) {
      throw isDuplicateKey(error, "name") ? catalogErrors.BrandNameTaken() : error;
    }
    await recordCatalogChange("brand.create", _id, { after: input });
    return _id;
  });
}
