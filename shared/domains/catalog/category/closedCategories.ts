import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { closedCategories, type ClosedCategories } from "../product/shelf.js";
import { SpuModel, type SpuDoc } from "../product/spu.model.js";
import { SpuStatus } from "../catalog.states.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";

/** Every process sees a change at once, as it is no field of the products, however many they are. */
export const readClosedCategories = (): Promise<ClosedCategories> => closedCategories.read("all", load);

async function load(): Promise<ClosedCategories> {
  const idsOf = async (filter: { status: EnabledStatus } | { parentId: { $in: number[] } }): Promise<number[]> =>
    (await CategoryModel.find(filter, { _id: 1 }).lean<Pick<CategoryDoc, "_id">[]>()).map(({ _id }) => _id);
  const disabled = await idsOf({ status: EnabledStatus.disabled });
  if (disabled.length === 0) return { ids: new Set(), withSpus: [] };
  const ids = new Set([...disabled, ...(await idsOf({ parentId: { $in: disabled } }))]);
  const withSpus: number[] = [];
  // One look each, as a store may read every product of a category to tell them apart.
  for (const categoryId of [...ids].toSorted((a, b) => a - b)) {
    const onShelf = SpuModel.findOne({ categoryId, status: SpuStatus.onShelf }, { _id: 1 });
    if (await withDeleted(onShelf).lean<Pick<SpuDoc, "_id">>()) withSpus.push(categoryId);
  }
  return { ids, withSpus };
}

/** Products as they are sold: one of a closed category is off shelf. */
export async function asSold<T extends Pick<SpuDoc, "categoryId" | "status">>(spus: readonly T[]): Promise<T[]> {
  const { ids } = await readClosedCategories();
  return spus.map((spu) =>
    spu.status === SpuStatus.onShelf && ids.has(spu.categoryId) ? { ...spu, status: SpuStatus.offShelf } : spu,
  );
}
