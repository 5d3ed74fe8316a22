import {
  BrandModel,
  CategoryModel,
  createBrand,
  createCategory,
  createSpu,
  SkuModel,
  SpuModel,
  type SkuDoc,
  type SkuInput,
  type SpuDoc,
  type SpuInput,
} from "#shared/domains/catalog/index.js";
import { withPaidUnits } from "#shared/domains/catalog/stock/paidUnits.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { startService } from "#test/support/service.js";

let serial = 0;
const unique = (word: string): string => `${word} ${process.pid} ${++serial}`;

/** A top-level category with one child. */
export async function buildCategory(): Promise<{ parentId: number; categoryId: number }> {
  await startService();
  const parentId = await createCategory({ name: unique("Top"), parentId: 0 });
  return { parentId, categoryId: await createCategory({ name: unique("Child"), parentId }) };
}

export async function buildBrand(overrides: Partial<Parameters<typeof createBrand>[0]> = {}): Promise<number> {
  await startService();
  return createBrand({ name: unique("Brand"), ...overrides });
}

/** A category and a brand that no other product has. */
export const ownPlace = async (): Promise<Pick<SpuInput, "categoryId" | "brandId">> => ({
  categoryId: (await buildCategory()).categoryId,
  brandId: await buildBrand(),
});

/** Where products stand unless told otherwise: the same in all tests of a process, until one of them deletes it. */
let commonPlace: ReturnType<typeof ownPlace> | undefined;
async function placeOfMany(): ReturnType<typeof ownPlace> {
  const { categoryId, brandId } = await (commonPlace ??= ownPlace());
  const isThere = (await CategoryModel.exists({ _id: categoryId })) && (await BrandModel.exists({ _id: brandId }));
  return isThere ? { categoryId, brandId } : (commonPlace = ownPlace());
}

export interface BuiltSpu {
  spuId: number;
  skuIds: number[];
  spu: SpuDoc;
  skus: SkuDoc[];
}

/** Beyond the ids that operators' properties and values get in a run: nothing that is made there is "in use" by these. */
const MADE_UP = 900_000_000;
/** The colour of a multi-spec product's variant. */
export const colour = (number: number) => ({
  propertyId: MADE_UP,
  propertyName: "Colour",
  valueId: MADE_UP + number,
  valueName: `Colour ${number}`,
});

/**
 * A product on shelf. Without overrides: one SKU of 9900 fen with 100 in stock. `price` and `stock` are shorthands for
 * that one SKU; `skus` gives several (their properties are filled in when left out).
 */
export async function buildSpu({
  price = 9_900,
  stock = 100,
  skus = [{ priceFen: price, stock, weight: 0.5, volume: 0.002 }],
  ...overrides
}: Partial<SpuInput> & { price?: number; stock?: number } = {}): Promise<BuiltSpu> {
  await startService();
  const variants: SkuInput[] =
    skus.length === 1 ? skus : skus.map((sku, index) => ({ properties: [colour(index + 1)], ...sku }));
  const { spuId, skuIds } = await createSpu({
    name: unique("Product"),
    ...(await placeOfMany()),
    introduction: "What it is",
    description: "<p>All about it</p>",
    picUrl: "public/test/product.png",
    sliderPicUrls: ["public/test/product.png"],
    deliveryTypes: [1, 2],
    ...overrides,
    skus: variants,
  });
  return { spuId, skuIds, ...(await readSpu(spuId)) };
}

/** So many products like one, but without variants, written at once as the shop would take a minute; their ids. */
export async function buildManySpus(count: number, overrides: Partial<SpuInput> = {}): Promise<number[]> {
  const { spu } = await buildSpu(overrides);
  const ids = await nextIds("spus", count - 1);
  await SpuModel.collection.insertMany(ids.map((_id) => ({ ...spu, _id, stock: 0 })) as never, { ordered: false });
  return [spu._id, ...ids];
}

/** A product as it is stored now. */
export async function readSpu(spuId: number): Promise<{ spu: SpuDoc; skus: SkuDoc[] }> {
  const spu = await SpuModel.findById(spuId).orFail().lean<SpuDoc>();
  return { spu, skus: await withPaidUnits(await SkuModel.find({ spuId }).sort({ _id: 1 }).lean<SkuDoc[]>()) };
}

/** A SKU as it is stored now. */
export async function readSku(skuId: number): Promise<SkuDoc> {
  const [sku] = await withPaidUnits([await SkuModel.findById(skuId).orFail().lean<SkuDoc>()]);
  return sku!;
}
