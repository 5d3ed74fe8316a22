import type { QueryFilter } from "mongoose";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { termsOfKeyword } from "./keywordTerms.js";

/** Brands in use whose name has every term of `name`; undefined when no name can fit. */
function brandFilter(name: string | undefined): QueryFilter<BrandDoc> | undefined {
  if (!name) return { status: 0 };
  const terms = termsOfKeyword(name);
  return terms.length > 0 ? { status: 0, keywordTerms: { $all: terms } } : undefined;
}

/** By sort, then id. At most 10,000, as every unpaged list (contract 2). */
export async function listBrands(name: string | undefined): Promise<BrandDoc[]> {
  const filter = brandFilter(name);
  return filter ? BrandModel.find(filter).sort({ sort: 1, _id: 1 }).limit(10_000).lean<BrandDoc[]>() : [];
}

export async function findBrandPage(query: {
  name?: string | undefined;
  pageNo: number;
  pageSize: number;
}): Promise<{ list: BrandDoc[]; total: number }> {
  const filter = brandFilter(query.name);
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
