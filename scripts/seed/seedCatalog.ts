import { createBrand, createCategory, createSpu, type SkuInput, type SpuInput } from "#shared/domains/catalog/index.js";
import { ensureProperty } from "#shared/domains/catalog/property/ensureProperty.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { DeliveryType, SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import type { MotifName } from "./pictures/motifs.js";
import { care } from "./products/care.js";
import { brands, categories } from "./products/categories.js";
import type { DemoOption, DemoProduct } from "./products/demoProduct.js";
import { digital } from "./products/digital.js";
import { home } from "./products/home.js";
import { outdoor } from "./products/outdoor.js";
import { pantry } from "./products/pantry.js";
import { tea } from "./products/tea.js";
import { pictureKey, type WantedPicture } from "./seedPictures.js";

const products: DemoProduct[] = [...tea, ...home, ...pantry, ...care, ...digital, ...outdoor];

const motifsByCategory = new Map<string, MotifName>(
  categories.flatMap(({ children }) => Object.entries(children).map(([key, { motif }]) => [key, motif])),
);
const motifOf = ({ motif, category }: DemoProduct): MotifName => motif ?? motifsByCategory.get(category) ?? "card";
const pictureOf = (product: DemoProduct): WantedPicture => ({ name: product.name, motif: motifOf(product) });
const brandPicture = (name: string): WantedPicture => ({ name, motif: "weave" });
/** The second picture of a product shows its kind of goods. */
const kindPicture = (motif: MotifName): WantedPicture => ({ name: `a study of ${motif}`, motif });

/** Every picture that the demo's rows use. */
export function demoPictures(): WantedPicture[] {
  return [
    ...categories.map(({ name, motif }) => ({ name, motif })),
    ...Object.keys(brands).map(brandPicture),
    ...products.map(pictureOf),
    ...[...new Set(products.map(motifOf))].map(kindPicture),
  ];
}

interface DeliveryTemplates {
  templateByCount: number;
  templateByWeight: number;
}

/** Categories, brands and products in one transaction: an interrupted seed leaves an empty shop, not half of one. */
export async function seedCatalog(templates: DeliveryTemplates): Promise<number> {
  await inTransaction(async () => {
    const categoryIds = await seedCategories();
    const brandIds = await seedBrands();
    for (const product of products) {
      const categoryId = categoryIds.get(product.category);
      const brandId = brandIds.get(product.brand);
      if (!categoryId || !brandId) throw new Error(`${product.name} stands in no category or under no brand`);
      await createSpu({ ...spuInput(product, templates), categoryId, brandId, skus: await skusOf(product) });
    }
  });
  return products.length;
}

async function seedCategories(): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [sort, { name, motif, children }] of categories.entries()) {
    const parentId = await createCategory({ name, parentId: 0, picUrl: pictureKey({ name, motif }), sort });
    for (const [index, [key, child]] of Object.entries(children).entries())
      ids.set(
        key,
        await createCategory({ name: child.name, parentId, picUrl: pictureKey({ name, motif }), sort: index }),
      );
  }
  return ids;
}

async function seedBrands(): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [sort, [name, description]] of Object.entries(brands).entries())
    ids.set(name, await createBrand({ name, description, picUrl: pictureKey(brandPicture(name)), sort }));
  return ids;
}

function spuInput(
  product: DemoProduct,
  { templateByCount, templateByWeight }: DeliveryTemplates,
): Omit<SpuInput, "categoryId" | "brandId" | "skus"> {
  const { name, introduction, about, virtual = false } = product;
  const picUrl = pictureKey(pictureOf(product));
  return {
    name,
    introduction,
    description: `<p>${introduction}</p><ul>${about.map((line) => `<li>${line}</li>`).join("")}</ul>`,
    picUrl,
    sliderPicUrls: [picUrl, pictureKey(kindPicture(motifOf(product)))],
    virtualSalesCount: product.sales ?? 0,
    isHot: product.hot ?? false,
    isNewArrival: product.fresh ?? false,
    isVirtual: virtual,
    needPrescription: product.prescription ?? false,
    deliveryTypes: virtual ? [DeliveryType.pickUp] : [DeliveryType.express, DeliveryType.pickUp],
    deliveryTemplateId: virtual ? null : weightOf(product) > 2 ? templateByWeight : templateByCount,
    giveIntegral: Math.floor(product.price / 1_000),
    descriptionOne: "Genuine goods, straight from the maker",
    descriptionTwo: virtual ? "Delivered within a minute" : "Sent within 24 hours",
    descriptionThree: virtual ? "No return once the code was shown" : "Seven days to return",
    sort: product.sort ?? 0,
    status: product.offShelf ? SpuStatus.offShelf : SpuStatus.onShelf,
  };
}

const weightOf = ({ weight, options = [] }: DemoProduct): number =>
  weight ?? Math.max(0, ...options.flatMap(({ values }) => values.map((value) => value.weight ?? 0)));

/** Every combination of the options; a single SKU without any. */
async function skusOf(product: DemoProduct): Promise<SkuInput[]> {
  const { price, market = price, stock = 200, options = [] } = product;
  const skus: SkuInput[] = [];
  for (const choice of combinations(options)) {
    const extra = choice.reduce((sum, { value }) => sum + (value.extra ?? 0), 0);
    const weight = choice.find(({ value }) => value.weight)?.value.weight ?? product.weight ?? 0.4;
    const properties = [];
    for (const { property, value } of choice) properties.push(await ensureProperty(property, value.name));
    skus.push({
      properties,
      priceFen: price + extra,
      marketPriceFen: market + extra,
      costPriceFen: Math.floor((price + extra) * 0.6),
      stock: Math.min(stock, ...choice.map(({ value }) => value.stock ?? stock)),
      weight: product.virtual ? 0 : weight,
      volume: product.virtual ? 0 : Math.round(weight * 4_000) / 1_000_000,
    });
  }
  return skus;
}

type Choice = { property: string; value: DemoOption["values"][number] }[];

function combinations(options: DemoOption[]): Choice[] {
  return options.reduce<Choice[]>(
    (choices, { property, values }) =>
      choices.flatMap((choice) => values.map((value) => [...choice, { property, value }])),
    [[]],
  );
}
