import { catalogErrors } from "../catalog.errors.js";
import type { SkuDoc, SkuProperty } from "./sku.model.js";

export interface SkuInput {
  /** Absent or empty for a single-spec product. */
  properties?: SkuProperty[];
  priceFen: number;
  marketPriceFen?: number;
  costPriceFen?: number;
  barCode?: string;
  /** Default: the product's. */
  picUrl?: string;
  stock: number;
  weight?: number;
  volume?: number;
}

/** The property of a single-spec product's only SKU (rules: Catalog and prices). */
const onlyVariant: SkuProperty = { propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" };

/** The identity of a variant: its properties, in any order. */
export const combinationOf = (properties: readonly SkuProperty[]): string =>
  properties
    .map(({ propertyId, valueId }) => `${propertyId}:${valueId}`)
    .sort()
    .join(",");

/**
 * The variants to store: one default variant, or unique combinations of the same properties. Throws SkuNotFound (no
 * variant), SkuPropertyRepeated, SkuPropertyCountDiffers, SkuRepeated.
 */
export function variantsOf<V extends { properties?: SkuProperty[] }>(specType: boolean, skus: readonly V[]): V[] {
  const variants = specType ? [...skus] : skus.slice(0, 1).map((sku) => ({ ...sku, properties: [onlyVariant] }));
  if (variants.length === 0) throw catalogErrors.SkuNotFound();
  const combinations = new Set<string>();
  for (const { properties = [] } of variants) {
    const propertyIds = new Set(properties.map((property) => property.propertyId));
    if (propertyIds.size < properties.length) throw catalogErrors.SkuPropertyRepeated();
    if (properties.length !== variants[0]!.properties?.length) throw catalogErrors.SkuPropertyCountDiffers();
    combinations.add(combinationOf(properties));
  }
  if (combinations.size < variants.length) throw catalogErrors.SkuRepeated();
  return variants;
}

/** A variant's fields, without the stock counters. */
export function skuFields(sku: Omit<SkuInput, "stock">, spuPicUrl: string) {
  return {
    properties: sku.properties ?? [],
    priceFen: sku.priceFen,
    marketPriceFen: sku.marketPriceFen ?? sku.priceFen,
    costPriceFen: sku.costPriceFen ?? 0,
    barCode: sku.barCode ?? "",
    picUrl: sku.picUrl || spuPicUrl,
    weight: sku.weight ?? 0,
    volume: sku.volume ?? 0,
  };
}

export function newSku(
  _id: number,
  spuId: number,
  sku: SkuInput,
  spuPicUrl: string,
): Omit<SkuDoc, "createdAt" | "updatedAt"> {
  const { stock } = sku;
  return { ...skuFields(sku, spuPicUrl), _id, spuId, stock, reserved: 0, sold: 0, initialStock: stock };
}

const least = (amounts: number[]): number => Math.min(...amounts);

/** A product's figures from its variants: the lowest prices and the sum of the stock. */
export const spuFiguresOf = (skus: readonly Pick<SkuDoc, "priceFen" | "marketPriceFen" | "stock">[]) => ({
  priceFen: least(skus.map((sku) => sku.priceFen)),
  marketPriceFen: least(skus.map((sku) => sku.marketPriceFen)),
  stock: skus.reduce((sum, sku) => sum + sku.stock, 0),
});
