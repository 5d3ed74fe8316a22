import type { QueryFilter } from "mongoose";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "./catalog.errors.js";
import { termsOfKeyword } from "./keywordTerms.js";

/** Brands whose name has every term of `name`; undefined when no name can fit. Without a status: of any. */
function brandFilter(name: string | undefined, status: 0 | 1 | undefined): QueryFilter<BrandDoc> | undefined {
  const ofStatus = status === undefined ? {} : { status };
  if (!name) return ofStatus;
  const terms = termsOfKeyword(name);
  return terms.length > 0 ? { ...ofStatus, keywordTerms: { $all: terms } } : undefined;
}

/** By sort, then id. At most 10,000, as every unpaged list (contract 2). */
export async function listBrands(name: string | undefined): Promise<BrandDoc[]> {
  const filter = brandFilter(name, 0);
  return filter ? BrandModel.find(filter).sort({ sort: 1, _id: 1 }).limit(10_000).lean<BrandDoc[]>() : [];
}

/** Brands in use; operators ask for those of another status, or with null for all. */
export async function findBrandPage(query: {
  name?: string | undefined;
  status?: 0 | 1 | null | undefined;
  pageNo: number;
  pageSize: number;
}): Promise<{ list: BrandDoc[]; total: number }> {
  const filter = brandFilter(query.name, query.status === null ? undefined : (query.status ?? 0));
  if (!filter) return { list: [], total: 0 };
  const [list, total] = await Promise.all([
    BrandModel.find(filter)
      .sort({ sort: 1, _id: 1 })
      .skip((query.pageNo - 1) * query.pageSize)
      .limit(query.pageSize)
      .lean<BrandDoc[]>(),
    BrandModel.countDocuments(filter),
  ]);
  return { list, total };
}

/** Any brand. BrandNotFound. */
export async function getBrand(brandId: number): Promise<BrandDoc> {
  const brand = await BrandModel.findById(brandId).lean<BrandDoc>();
  if (!brand) throw catalogErrors.BrandNotFound();
  return brand;
}
