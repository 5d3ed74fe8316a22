import { contentStore } from "./content.js";
import { IndustryModel, type IndustryDoc } from "./industry.model.js";
import { ProductModel } from "./product.model.js";
import { SolutionModel } from "./solution.model.js";
import { SourceModel } from "../source/source.model.js";
import { websiteErrors } from "../website.errors.js";

export type IndustryInput = Pick<IndustryDoc, "name"> &
  Partial<Pick<IndustryDoc, "parentId" | "icon" | "description" | "sortOrder" | "published">>;

/** Maximum depth of the tree. */
const MOST_LEVELS = 5;

/**
 * IndustryNotFound, IndustryParentNotFound, IndustryInsideItself, IndustryTooDeep; IndustryHasChildren and
 * IndustryInUse refuse a removal. Changes of the tree run one after the other (contentVersion.ts), so that no two make
 * a cycle.
 */
export const websiteIndustries = contentStore<IndustryDoc, IndustryInput>({
  kind: "solution-category",
  model: IndustryModel,
  notFound: websiteErrors.IndustryNotFound,
  named: "name",
  async check({ parentId }, before) {
    if (parentId === undefined || (before && before.parentId === parentId)) return;
    const all = await IndustryModel.find().lean<IndustryDoc[]>();
    const above = levelsAbove(all, parentId);
    const ownId = before?._id ?? 0;
    if (parentId !== 0 && above.includes(ownId)) throw websiteErrors.IndustryInsideItself();
    const below = before ? levelsBelow(all, ownId) : 1;
    if (above.length + below > MOST_LEVELS) throw websiteErrors.IndustryTooDeep({ levels: MOST_LEVELS });
  },
  async checkRemoval({ _id }) {
    const children = await IndustryModel.countDocuments({ parentId: _id });
    if (children > 0) throw websiteErrors.IndustryHasChildren({ count: children });
    let count = 0;
    for (const model of [ProductModel, SolutionModel, SourceModel] as unknown as (typeof ProductModel)[])
      count += await model.countDocuments({ categoryId: _id });
    if (count > 0) throw websiteErrors.IndustryInUse({ count });
  },
});

/** The ids from this category up to the top. IndustryParentNotFound. */
function levelsAbove(all: readonly IndustryDoc[], id: number): number[] {
  const path: number[] = [];
  for (let at = id; at !== 0;) {
    const row = all.find(({ _id }) => _id === at);
    if (!row) throw websiteErrors.IndustryParentNotFound();
    path.push(at);
    at = row.parentId;
  }
  return path;
}

function levelsBelow(all: readonly IndustryDoc[], id: number): number {
  const children = all.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...children.map((child) => levelsBelow(all, child._id)));
}

/** In the transaction that assigns something to a category: a concurrent deletion of it conflicts. IndustryNotFound. */
export async function holdIndustry(id: number): Promise<void> {
  const { matchedCount } = await IndustryModel.updateOne({ _id: id }, { $inc: { uses: 1 } });
  if (matchedCount !== 1) throw websiteErrors.IndustryNotFound();
}

export interface IndustryBranch {
  industry: IndustryDoc;
  /** 1 at the top. */
  level: number;
  children: IndustryBranch[];
}

/** The categories that visitors choose from: without unpublished ones and all below them. */
export async function industryTree(): Promise<IndustryBranch[]> {
  const rows = await websiteIndustries.listPublished();
  const branches = (parentId: number, level: number): IndustryBranch[] =>
    rows
      .filter((row) => row.parentId === parentId)
      .map((industry) => ({ industry, level, children: branches(industry._id, level + 1) }));
  return branches(0, 1);
}

/** A category and all published ones below it. */
export async function withDescendants(id: number): Promise<Set<number>> {
  const rows = await websiteIndustries.listPublished();
  const found = new Set([id]);
  for (const each of found) for (const row of rows) if (row.parentId === each) found.add(row._id);
  return found;
}

/** Names of the published categories by id. */
export async function industryNames(): Promise<ReadonlyMap<number, string>> {
  const rows = await websiteIndustries.listPublished();
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}
