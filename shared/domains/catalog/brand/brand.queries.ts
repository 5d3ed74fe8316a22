import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "../catalog.errors.js";
import { termsOfKeyword } from "../product/keywordTerms.js";
import { brandsInUse } from "../product/shelf.js";

/** By sort, then id. At most 10,000, as every unpaged list (rules: Envelope and limits); shoppers' are remembered. */
async function brandsOf(status: EnabledStatus | null): Promise<BrandDoc[]> {
  const read = async (): Promise<BrandDoc[]> =>
    BrandModel.find(status === null ? {} : { status })
      .sort({ sort: 1, _id: 1 })
      .limit(10_000)
      .lean<BrandDoc[]>();
  return status === EnabledStatus.enabled ? brandsInUse.read("all", read) : read();
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Fuzzy: a part of the name, or the beginnings of its words in any order. */
function isCalled({ name, keywordTerms }: BrandDoc, wanted: string): boolean {
  if (folded(name).includes(folded(wanted))) return true;
  const terms = termsOfKeyword(wanted);
  return terms.length > 0 && terms.every((term) => keywordTerms.includes(term));
}

const named = (brands: BrandDoc[], name: string | undefined): BrandDoc[] =>
  name ? brands.filter((brand) => isCalled(brand, name)) : brands;

/** Brands in use, by sort. */
export async function listBrands(name: string | undefined): Promise<BrandDoc[]> {
  return named(await brandsOf(EnabledStatus.enabled), name);
}

/** Brands in use; operators ask for those of another status, or with null for all. */
export async function pageBrands({
  name,
  status = EnabledStatus.enabled,
  ...page
}: Page & {
  name?: string | undefined;
  status?: EnabledStatus | null | undefined;
}): Promise<PageOf<BrandDoc>> {
  const found = named(await brandsOf(status), name);
  return pageOfRows(found, page);
}

/** Any brand. BrandNotFound. */
export async function getBrand(brandId: number): Promise<BrandDoc> {
  const brand = await BrandModel.findById(brandId).lean<BrandDoc>();
  if (!brand) throw catalogErrors.BrandNotFound();
  return brand;
}
