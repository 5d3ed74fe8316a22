import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { catalogErrors } from "../catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";
import { hasPart } from "#shared/kernel/lists/filters.js";

export interface CategoryWithChildren {
  category: CategoryDoc;
  /** null: not requested. */
  children: CategoryDoc[] | null;
}

/** The enabled top level, by sort; with the enabled children if requested. */
export async function listTopCategories(withChildren: boolean): Promise<CategoryWithChildren[]> {
  const enabled = await CategoryModel.find({ status: EnabledStatus.enabled, ...(withChildren ? {} : { parentId: 0 }) })
    .sort({ sort: 1, _id: 1 })
    .lean<CategoryDoc[]>();
  return enabled
    .filter((category) => category.parentId === 0)
    .map((category) => ({
      category,
      children: withChildren ? enabled.filter((child) => child.parentId === category._id) : null,
    }));
}

/** These categories and their enabled children. */
export async function withEnabledChildren(categoryIds: readonly number[]): Promise<number[]> {
  const children = await CategoryModel.find(
    { parentId: { $in: categoryIds }, status: EnabledStatus.enabled },
    { _id: 1 },
  ).lean<Pick<CategoryDoc, "_id">[]>();
  return [...new Set([...categoryIds, ...children.map((child) => child._id)])];
}

/** Any category. Throws CategoryNotFound. */
export async function getCategory(categoryId: number): Promise<CategoryDoc> {
  const category = await CategoryModel.findById(categoryId).lean<CategoryDoc>();
  if (!category) throw catalogErrors.CategoryNotFound();
  return category;
}

/** For operators: every category, disabled ones too, by sort. `name` matches a part of the name. */
export async function listCategories(filter: {
  name?: string | undefined;
  parentId?: number | undefined;
  status?: EnabledStatus | undefined;
}): Promise<CategoryDoc[]> {
  const { name, parentId, status } = filter;
  const found = await CategoryModel.find({
    ...(parentId === undefined ? {} : { parentId }),
    ...(status === undefined ? {} : { status }),
  })
    .sort({ sort: 1, _id: 1 })
    .limit(10_000)
    .lean<CategoryDoc[]>();
  return name ? found.filter((category) => hasPart(category.name, name)) : found;
}
