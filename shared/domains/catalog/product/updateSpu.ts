import { nextIds } from "#shared/kernel/mongo/ids.js";
import { deleteLogically, withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { catalogErrors } from "../catalog.errors.js";
import { safeTexts, type SpuFields } from "./createSpu.js";
import { recordCatalogChange } from "./shelf.js";
import { movePaidUnitsToSku, withPaidUnits } from "../stock/paidUnits.js";
import { adjustStock } from "../stock/setStock.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { withSkuLocks } from "../stock/skuLocks.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";
import { checkPlace, writingInTurn } from "./spuPlace.js";
import { combinationOf, newSku, skuFields, spuFiguresOf, variantsOf, type SkuInput } from "./variants.js";

/**
 * Without `stock` an existing variant keeps its own, a new one starts with none. `reserved` and `sold` are the values
 * at the time the form was read: later purchases are subtracted, so that an outdated form sells no unit twice.
 */
type SkuChange = Omit<SkuInput, "stock"> & { stock?: number; reserved?: number; sold?: number };
export type SpuChange = SpuFields & { skus: SkuChange[] };

/**
 * Updates a product. Variants are identified by their combination of properties: existing ones keep their ids, sales
 * and reservations; new ones are added; the others are deleted, unless unpaid orders reserve some (SkuHeld). Throws
 * SpuNotFound, and as spuPlace.ts and variants.ts.
 */
export async function updateSpu(spuId: number, { skus, ...input }: SpuChange): Promise<true> {
  const variants = await SkuModel.find({ spuId }, { _id: 1 }).lean<Pick<SkuDoc, "_id">[]>();
  // First, so that orders of its variants do not wait for other products.
  return writingInTurn(() =>
    withSkuLocks(
      variants.map((sku) => sku._id),
      () => inTransaction<true>(() => change(spuId, input, skus)),
    ),
  );
}

async function change(spuId: number, input: SpuFields, skus: SkuChange[]): Promise<true> {
  const before = await SpuModel.findById(spuId, { keywordTerms: 0 }).lean<SpuDoc>();
  if (!before) throw catalogErrors.SpuNotFound();
  const specType = input.specType ?? before.specType;
  const variants = variantsOf(specType, skus);
  await checkPlace(input.categoryId, input.brandId);
  const present = await withPaidUnits(await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>());
  const { rows, soldByDeleted } = await changeSkus(spuId, present, variants, input.picUrl ?? before.picUrl);
  const virtualSalesCount = input.virtualSalesCount ?? before.virtualSalesCount;
  await SpuModel.updateOne(
    { _id: spuId },
    {
      $set: {
        ...input,
        ...safeTexts(input),
        ...spuFiguresOf(rows),
        specType,
        keywordTerms: termsOfName(input.name),
        virtualSalesCount,
        salesGone: (before.salesGone ?? 0) + soldByDeleted,
        salesShown: before.salesCount + virtualSalesCount,
      },
      $inc: { rollUps: 1 },
    },
  );
  await recordCatalogChange("spu.update", spuId, {
    before: { ...before, skus: present },
    after: { ...input, skus: rows },
  });
  return true;
}

/** The reason of a stock movement, as the product's form has no field for one. */
const EDITED = "Product edited by an operator";

async function changeSkus(spuId: number, present: SkuDoc[], variants: SkuChange[], spuPicUrl: string) {
  const left = new Map(present.map((sku) => [combinationOf(sku.properties), sku]));
  const added: SkuInput[] = [];
  const rows: Pick<SkuDoc, "_id" | "priceFen" | "marketPriceFen" | "stock">[] = [];
  for (const variant of variants) {
    const combination = combinationOf(variant.properties ?? []);
    const existing = left.get(combination);
    left.delete(combination);
    if (!existing) {
      added.push({ ...variant, stock: variant.stock ?? 0 });
      continue;
    }
    const fields = skuFields(variant, spuPicUrl);
    const stock = stockFor(variant, existing);
    await SkuModel.updateOne({ _id: existing._id }, { $set: fields });
    await adjustStock(existing, stock, EDITED);
    rows.push({ ...fields, _id: existing._id, stock });
  }
  let soldByDeleted = 0;
  for (const deleted of left.values()) soldByDeleted += await removeSku(deleted._id);
  if (added.length > 0) {
    const ids = await nextIds("skus", added.length);
    const created = added.map((sku, index) => newSku(ids[index]!, spuId, sku, spuPicUrl));
    await SkuModel.create(created, { ordered: true });
    rows.push(...created);
  }
  return { rows, soldByDeleted };
}

function stockFor({ stock, reserved, sold }: SkuChange, existing: SkuDoc): number {
  if (stock === undefined) return existing.stock;
  if (reserved === undefined || sold === undefined) return stock;
  const left = stock - (existing.reserved + existing.sold - reserved - sold);
  if (left < 0) throw catalogErrors.StockShort();
  return left;
}

/** Returns its sold units. Throws SkuHeld while unpaid orders reserve units, as their end must find the variant. */
export async function removeSku(skuId: number): Promise<number> {
  await movePaidUnitsToSku(skuId);
  const isDeleted = await deleteLogically(SkuModel, { _id: skuId, reserved: 0 });
  const sku = await withDeleted(SkuModel.findById(skuId, { sold: 1, reserved: 1 })).lean<
    Pick<SkuDoc, "_id" | "sold" | "reserved">
  >();
  if (!isDeleted) throw catalogErrors.SkuHeld({ count: sku?.reserved ?? 0 });
  return sku?.sold ?? 0;
}
