import { nextId, nextIds } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { recordCatalogChange } from "./shelf.js";
import { richText } from "./richText.js";
import { SkuModel } from "./sku.model.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";
import { checkPlace, writingInTurn } from "./spuPlace.js";
import { newSku, spuFiguresOf, variantsOf, type SkuInput } from "./variants.js";

/** The fields of a product that an operator sets; the rest is derived from its name, variants and sales. */
export type SpuFields = Pick<SpuDoc, "name" | "categoryId" | "brandId"> &
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
      | "salesGone"
      | "rollUps"
      | "salesShown"
      | "createdAt"
    >
  >;
export type SpuInput = SpuFields & { skus: SkuInput[] };

const richFields = ["description", "descriptionOne", "descriptionTwo", "descriptionThree"] as const;

/** The sanitized texts that clients show as HTML. */
export function safeTexts(input: Partial<SpuFields>): Partial<Pick<SpuDoc, (typeof richFields)[number]>> {
  return Object.fromEntries(
    richFields.flatMap((field) => {
      const html = input[field];
      return html === undefined ? [] : [[field, richText(html)]];
    }),
  );
}

/** Creates a product with its SKUs, on shelf unless the input says otherwise. Throws as spuPlace.ts and variants.ts. */
export async function createSpu({ skus, ...input }: SpuInput): Promise<{ spuId: number; skuIds: number[] }> {
  const specType = input.specType ?? skus.length > 1;
  const variants = variantsOf(specType, skus);
  const spuId = await nextId("spus");
  const skuIds = await nextIds("skus", variants.length);
  const rows = variants.map((sku, index) => newSku(skuIds[index]!, spuId, sku, input.picUrl ?? ""));
  const virtualSalesCount = input.virtualSalesCount ?? 0;
  const spu = {
    ...input,
    ...safeTexts(input),
    ...spuFiguresOf(rows),
    _id: spuId,
    specType,
    keywordTerms: termsOfName(input.name),
    salesCount: 0,
    virtualSalesCount,
    salesShown: virtualSalesCount,
  };
  const created = { spuId, skuIds };
  await writingInTurn(() =>
    inTransaction(async () => {
      await checkPlace(input.categoryId, input.brandId);
      await SpuModel.create([spu]);
      await SkuModel.create(rows, { ordered: true });
      await recordCatalogChange("spu.create", spuId, { after: { ...input, skus: rows } });
      return created;
    }),
  );
  return created;
}
