import { nextId, nextIds } from "#shared/platform/ids.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { BrandModel, type BrandDoc } from "./brand.model.js";
import { catalogErrors } from "./catalog.errors.js";
import { CategoryModel, type CategoryDoc } from "./category.model.js";
import { termsOfName } from "./keywordTerms.js";
import { SkuModel, type SkuDoc, type SkuProperty } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

export interface SkuInput {
  /** Left out, or empty, with a single-spec product. */
  properties?: SkuProperty[];
  priceFen: number;
  marketPriceFen?: number;
  costPriceFen?: number;
  /** Default: the product's. */
  picUrl?: string;
  stock: number;
  weight?: number;
  volume?: number;
}

export type SpuInput = Pick<SpuDoc, "name" | "categoryId" | "brandId"> &
  Partial<
    Omit<
      SpuDoc,
      | "_id"
      | "name"
      | "categoryId"
      | "brandId"
      | "keywordTerms"
      | "priceFen"
      | "marketPriceFen"
      | "stock"
      | "salesCount"
      | "salesShown"
      | "createdAt"
    >
  > & { skus: SkuInput[] };

/** What the only SKU of a single-spec product is called (domain-facts 3.1). */
const onlyVariant: SkuProperty = { propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" };

/**
 * A new product with its SKUs, on shelf unless the input says otherwise. SpuOnTopCategory, CategoryDisabled... by name;
 * of several SKUs each is a combination of its own over the same properties.
 */
export async function createSpu({ skus, ...input }: SpuInput): Promise<{ spuId: number; skuIds: number[] }> {
  await checkPlace(input.categoryId, input.brandId);
  const specType = input.specType ?? skus.length > 1;
  const variants = specType ? skus : skus.slice(0, 1).map((sku) => ({ ...sku, properties: [onlyVariant] }));
  checkVariants(variants);
  const spuId = await nextId("spus");
  const skuIds = await nextIds("skus", variants.length);
  const rows = variants.map((sku, index) => skuRow(skuIds[index]!, spuId, sku, input.picUrl ?? ""));
  const virtualSalesCount = input.virtualSalesCount ?? 0;
  const spu = {
    ...input,
    _id: spuId,
    specType,
    keywordTerms: termsOfName(input.name),
    priceFen: Math.min(...rows.map((row) => row.priceFen)),
    marketPriceFen: Math.min(...rows.map((row) => row.marketPriceFen)),
    stock: rows.reduce((sum, row) => sum + row.stock, 0),
    salesCount: 0,
    virtualSalesCount,
    salesShown: virtualSalesCount,
  };
  await inTransaction(async () => {
    await SpuModel.create([spu]);
    await SkuModel.create(rows, { ordered: true });
  });
  return { spuId, skuIds };
}

async function checkPlace(categoryId: number, brandId: number): Promise<void> {
  const category = await CategoryModel.findById(categoryId).lean<CategoryDoc>();
  if (!category) throw catalogErrors.CategoryNotFound();
  if (category.parentId === 0) throw catalogErrors.SpuOnTopCategory();
  const brand = await BrandModel.findById(brandId).lean<BrandDoc>();
  if (!brand) throw catalogErrors.BrandNotFound();
  if (brand.status !== 0) throw catalogErrors.BrandDisabled();
}

function checkVariants(skus: SkuInput[]): void {
  if (skus.length === 0) throw catalogErrors.SkuNotFound();
  const combinations = new Set<string>();
  for (const { properties = [] } of skus) {
    const propertyIds = new Set(properties.map((property) => property.propertyId));
    if (propertyIds.size < properties.length) throw catalogErrors.SkuPropertyRepeated();
    if (properties.length !== skus[0]!.properties?.length) throw catalogErrors.SkuPropertyCountDiffers();
    combinations.add(
      properties
        .map(({ propertyId, valueId }) => `${propertyId}:${valueId}`)
        .sort()
        .join(","),
    );
  }
  if (combinations.size < skus.length) throw catalogErrors.SkuRepeated();
}

function skuRow(_id: number, spuId: number, sku: SkuInput, spuPicUrl: string): Omit<SkuDoc, "createdAt" | "updatedAt"> {
  return {
    _id,
    spuId,
    properties: sku.properties ?? [],
    priceFen: sku.priceFen,
    marketPriceFen: sku.marketPriceFen ?? sku.priceFen,
    costPriceFen: sku.costPriceFen ?? 0,
    picUrl: sku.picUrl ?? spuPicUrl,
    stock: sku.stock,
    reserved: 0,
    sold: 0,
    initialStock: sku.stock,
    weight: sku.weight ?? 0,
    volume: sku.volume ?? 0,
  };
}
