import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { useMay } from "../../shell/operator";

export type Category = DataOf<"/admin-api/product/category/list">[number];
export interface Branch extends Category {
  children?: Branch[];
}

const bySort = (a: Category, b: Category) => a.sort - b.sort || a.id - b.id;

/** The flat list as a tree; items with a missing parent are at the top. */
export function treeOf(categories: readonly Category[]): Branch[] {
  const known = new Set(categories.map(({ id }) => id));
  const below = (parentId: number): Branch[] =>
    categories
      .filter((one) => (known.has(one.parentId) ? one.parentId : 0) === parentId)
      .sort(bySort)
      .map((one) => {
        const children = below(one.id);
        return children.length > 0 ? { ...one, children } : one;
      });
  return below(0);
}

export function useCategories() {
  const may = useMay();
  const { data } = useRead("/admin-api/product/category/list", undefined, {
    enabled: may("product:category:query"),
  });
  const categories = data ?? [];
  const byId = new Map(categories.map((one) => [one.id, one]));
  /** "Tea / Green tea". */
  const nameOf = (id: number): string => {
    const one = byId.get(id);
    if (!one) return String(id);
    const parent = byId.get(one.parentId);
    return parent ? `${parent.name} / ${one.name}` : one.name;
  };
  /** Whether it or the one above it is disabled: then its products are not sold. */
  const isClosed = (id: number): boolean => {
    const one = byId.get(id);
    return one !== undefined && (one.status !== 0 || isClosed(one.parentId));
  };
  return { categories, nameOf, isClosed };
}

/** The categories that products may have: the second level. */
export function useCategoryOptions(): { value: number; label: string }[] {
  const { categories, nameOf } = useCategories();
  return treeOf(categories)
    .flatMap(({ children = [] }) => children)
    .map(({ id }) => ({ value: id, label: nameOf(id) }));
}
