import { CategoryModel, type CategoryDoc } from "./category.model.js";

export interface CategoryWithChildren {
  category: CategoryDoc;
  /** null: not asked for. */
  children: CategoryDoc[] | null;
}

/** The enabled top level, by sort; with the enabled children when they are asked for. */
export async function listTopCategories(withChildren: boolean): Promise<CategoryWithChildren[]> {
  const enabled = await CategoryModel.find({ status: 0, ...(withChildren ? {} : { parentId: 0 }) })
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
  const children = await CategoryModel.find({ parentId: { $in: categoryIds }, status: 0 }, { _id: 1 }).lean<
    Pick<CategoryDoc, "_id">[]
  >();
  return [...new Set([...categoryIds, ...children.map((child) => child._id)])];
}
