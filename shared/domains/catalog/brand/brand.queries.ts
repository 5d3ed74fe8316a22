import { pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { termsOfKeyword } from "#shared/kernel/lists/searchTerms.js";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "../catalog.errors.js";
import { brandsInUse } from "../product/shelf.js";

/** By sort, then id. At most 10,000, as every unpaged list (rules: Envelope and limits); shoppers' lists are cached. */
async function brandsOf(status: EnabledStatus | null): Promise<BrandDoc[]> {
  const read = async (): Promise<BrandDoc[]> =>
    BrandModel.find(status === null ? {} : { status })
      .sort({ sort: 1, _id: 1 })
      .limit(10_000)
      .lean<BrandDoc[]>();
  return status === EnabledStatus.enabled ? brandsInUse.read("all", read) : read();
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Matches a part of the name, or prefixes of its words in any order. */
function matchesName({ name, keywordTerms }: BrandDoc, wanted: string): boolean {
  if (folded(name).includes(folded(wanted))) return true;
  const terms = termsOfKeyword(wanted);
  return terms.length > 0 && terms.every((term) => keywordTerms.includes(term));
}

const withName = (brands: BrandDoc[], name: string | undefined): BrandDoc[] =>
  name ? brands.filter((brand) => matchesName(brand, name)) : brands;

/** Enabled brands, by sort. */
export async function listBrands(name: string | undefined): Promise<BrandDoc[]> {
  return withName(await brandsOf(EnabledStatus.enabled), name);
}

/** Enabled brands; operators may pass another status, or null for all. */
export async function pageBrands({
  name,
  status = EnabledStatus.enabled,
  ...page
}: Page & {
  name?: string | undefined;
  status?: EnabledStatus | null | undefined;
}): Promise<PageOf<BrandDoc>> {
  const found = withName(await brandsOf(status), name);
  return pageOfRows(found, page);
}

/** Any brand. Throws BrandNotFound. */
export async function getBrand(brandId: number): Promise<BrandDoc> {
  const brand = await BrandModel.findById(brandId).lean<BrandDoc>();
  if (!brand) throw catalogErrors.BrandNotFound();
  return brand;
}
