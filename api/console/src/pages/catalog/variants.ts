import type { BodyOf, DataOf } from "../../client/client";

export interface Named {
  id: number;
  name: string;
}
/** A property of a product with the values of its variants. */
export interface Choice extends Named {
  values: Named[];
}
export interface Variant {
  key: string;
  /** "Red / L"; empty for a product with a single variant. */
  name: string;
  properties: { propertyId: number; valueId: number }[];
}
/** A variant's form fields: money in yuan. */
export interface VariantFields {
  price?: number | null;
  marketPrice?: number | null;
  costPrice?: number | null;
  stock?: number | null;
  barCode?: string;
  picUrl?: string;
  weight?: number | null;
  volume?: number | null;
}
export type Sku = DataOf<"/admin-api/product/spu/get-detail">["skus"][number];
type SkuBody = BodyOf<"/admin-api/product/spu/update", "put">["skus"][number];

export const MOST_VARIANTS = 200;
export const ONLY: Variant = { key: "only", name: "", properties: [] };

/** Equal for the same values, in any order of the properties. */
const keyOf = (properties: Variant["properties"]): string =>
  [...properties]
    .sort((a, b) => a.propertyId - b.propertyId)
    .map(({ propertyId, valueId }) => `${propertyId}-${valueId}`)
    .join("_");

/** Every combination of the selected values, the first property varying slowest. */
export function variantsOf(choices: readonly Choice[]): Variant[] {
  const chosen = choices.filter(({ values }) => values.length > 0);
  if (chosen.length === 0) return [];
  const combinations = chosen.reduce<{ names: string[]; properties: Variant["properties"] }[]>(
    (sofar, { id, values }) =>
      sofar.flatMap(({ names, properties }) =>
        values.map((value) => ({
          names: [...names, value.name],
          properties: [...properties, { propertyId: id, valueId: value.id }],
        })),
      ),
    [{ names: [], properties: [] }],
  );
  return combinations.map(({ names, properties }) => ({ key: keyOf(properties), name: names.join(" / "), properties }));
}

const isSingle = (sku: Sku): boolean => sku.properties.every(({ propertyId }) => propertyId === 0);
export const keyOfSku = (sku: Sku): string => (isSingle(sku) ? ONLY.key : keyOf(sku.properties));

/** The properties of a product's variants. */
export function choicesOf(skus: readonly Sku[]): Choice[] {
  const choices: Choice[] = [];
  for (const { propertyId, propertyName, valueId, valueName } of skus.flatMap(({ properties }) => properties)) {
    if (propertyId === 0) continue;
    let choice = choices.find(({ id }) => id === propertyId);
    if (!choice) choices.push((choice = { id: propertyId, name: propertyName, values: [] }));
    if (!choice.values.some(({ id }) => id === valueId)) choice.values.push({ id: valueId, name: valueName });
  }
  return choices;
}

export const fieldsOfSku = (sku: Sku): VariantFields => ({
  price: sku.price / 100,
  marketPrice: sku.marketPrice / 100,
  costPrice: sku.costPrice / 100,
  stock: sku.stock,
  barCode: sku.barCode,
  picUrl: sku.picUrl,
  weight: sku.weight,
  volume: sku.volume,
});

const fen = (yuan: number | null | undefined): number => Math.round((yuan ?? 0) * 100);

/** The request body. An unchanged stock is omitted, as it may have changed in the shop meanwhile. */
export function skuBody({ properties }: Variant, fields: VariantFields, before: Sku | undefined): SkuBody {
  const stock = fields.stock ?? 0;
  return {
    ...(properties.length > 0 ? { properties } : {}),
    price: fen(fields.price),
    marketPrice: fen(fields.marketPrice),
    costPrice: fen(fields.costPrice),
    ...(before && before.stock === stock
      ? {}
      : { stock, ...(before ? { reserved: before.reserved, sold: before.sold } : {}) }),
    barCode: fields.barCode?.trim() ?? "",
    picUrl: fields.picUrl ?? "",
    weight: fields.weight ?? 0,
    volume: fields.volume ?? 0,
  };
}
