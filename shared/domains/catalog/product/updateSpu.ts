import { nextIds } from "#shared/kernel/mongo/ids.js";
import { deleteLogically, withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { safeTexts, type SpuFields } from "./createSpu.js";
import { termsOfName } from "./keywordTerms.js";
import { recordCatalogChange } from "./shelf.js";
import { adjustStock } from "../stock/setStock.js";
import { SkuModel, type SkuDoc } from "./sku.model.js";
import { withSkuLocks } from "../stock/skuLocks.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";
import { checkPlace } from "./spuPlace.js";
import { combinationOf, newSku, skuFields, spuFiguresOf, variantsOf, type SkuInput } from "./variants.js";

/**
 * Stock left out: a kept variant keeps its own, a new one starts with none. `reserved` and `sold` as they stood when the
 * stock was read: what was bought since then is taken off it, so that a form that stood open sells no unit twice.
 */
type SkuChange = Omit<SkuInput, "stock"> & { stock?: number; reserved?: number; sold?: number };
export type SpuChange = SpuFields & { skus: SkuChange[] };

/**
 * Changes a product. Variants are recognised by their combination of properties: those that stay keep their ids, sales
 * and reservations; new ones are added; the others go, unless unpaid orders hold some of them (SkuHeld). SpuNotFound,
 * and the refusals of spuPlace.ts and variants.ts.
 */
export async function updateSpu(spuId: number, { skus, ...input }: SpuChange): Promise<true> {
  const held = await SkuModel.find({ spuId }, { _id: 1 }).lean<Pick<SkuDoc, "_id">[]>();
  return withSkuLocks(
    held.map((sku) => sku._id),
    () => inTransaction<true>(() => change(spuId, input, skus)),
  );
}

async function change(spuId: number, input: SpuFields, skus: SkuChange[]): Promise<true> {
  const before = await SpuModel.findById(spuId, { keywordTerms: 0 }).lean<SpuDoc>();
  if (!before) throw catalogErrors.SpuNotFound();
  const specType = input.specType ?? before.specType;
  const variants = variantsOf(specType, skus);
  await checkPlace(input.categoryId, input.brandId);
  const present = await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>();
  const { rows, soldByGone } = await changeSkus(spuId, present, variants, input.picUrl ?? before.picUrl);
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
        salesGone: (before.salesGone ?? 0) + soldByGone,
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

/** Of a movement: the form of the product asks for no reason of its own. */
const EDITED = "Product edited by an operator";

async function changeSkus(spuId: number, present: SkuDoc[], variants: SkuChange[], spuPicUrl: string) {
  const left = new Map(present.map((sku) => [combinationOf(sku.properties), sku]));
  const added: SkuInput[] = [];
  const rows: Pick<SkuDoc, "_id" | "priceFen" | "marketPriceFen" | "stock">[] = [];
  for (const variant of variants) {
    const combination = combinationOf(variant.properties ?? []);
    const kept = left.get(combination);
    left.delete(combination);
    if (!kept) {
      added.push({ ...variant, stock: variant.stock ?? 0 });
      continue;
    }
    const fields = skuFields(variant, spuPicUrl);
    const stock = stockFor(variant, kept);
    await SkuModel.updateOne({ _id: kept._id }, { $set: fields });
    await adjustStock(kept, stock, EDITED);
    rows.push({ ...fields, _id: kept._id, stock });
  }
  let soldByGone = 0;
  for (const gone of left.values()) soldByGone += await removeSku(gone._id);
  if (added.length > 0) {
    const ids = await nextIds("skus", added.length);
    const made = added.map((sku, index) => newSku(ids[index]!, spuId, sku, spuPicUrl));
    await SkuModel.create(made, { ordered: true });
    rows.push(...made);
  }
  return { rows, soldByGone };
}

function stockFor({ stock, reserved, sold }: SkuChange, kept: SkuDoc): number {
  if (stock === undefined) return kept.stock;
  if (reserved === undefined || sold === undefined) return stock;
  const left = stock - (kept.reserved + kept.sold - reserved - sold);
  if (left < 0) throw catalogErrors.StockShort();
  return left;
}

/** Answers what it has sold. SkuHeld while unpaid orders hold units: their payment or their end must find the variant. */
export async function removeSku(skuId: number): Promise<number> {
  const isGone = await deleteLogically(SkuModel, { _id: skuId, reserved: 0 });
  const sku = await withDeleted(SkuModel.findById(skuId, { sold: 1, reserved: 1 })).lean<
    Pick<SkuDoc, "_id" | "sold" | "reserved">
  >();
  if (!isGone) throw catalogErrors.SkuHeld({ count: sku?.reserved ?? 0 });
  return sku?.sold ?? 0;
}
