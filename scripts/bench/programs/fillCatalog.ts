/**
 * Fills the catalog: `fillCatalog.js from to` writes the products of these numbers. The first is created as an operator
 * does; the others are written directly in its shape, with a name of their own and the search terms of that name.
 */
import {
  BrandModel,
  CategoryModel,
  createBrand,
  createCategory,
  createSpu,
  SpuModel,
  type SpuDoc,
} from "#shared/domains/catalog/index.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { adjectives, nounOf, NOUNS, pick } from "../words.js";

const CATEGORIES = 40;
const BRANDS = 25;
/** Small enough for a busy stand-in to write in time. */
const BATCH = 200;
const [from = 0, to = 0] = process.argv.slice(2).map(Number);

await connectMongo({ answerWithinMs: 120_000 });
const begun = performance.now();
const { categoryIds, brandIds } = await places();
const model = await modelProduct(categoryIds[0]!, brandIds[0]!);
for (let at = from; at < to; at += BATCH) {
  const ids = await nextIds("spus", Math.min(BATCH, to - at));
  const rows = ids.map((_id, offset) => product(_id, at + offset));
  await SpuModel.collection.insertMany(rows as never, { ordered: false });
}
// The connection would keep it running.
process.send!({ seconds: (performance.now() - begun) / 1_000, categoryIds, brandIds }, () => process.exit(0));

async function places(): Promise<{ categoryIds: number[]; brandIds: number[] }> {
  const idsOf = (rows: { _id: number }[]): number[] => rows.map(({ _id }) => _id);
  if ((await BrandModel.countDocuments({})) === 0) {
    const parentId = await createCategory({ name: "Everything", parentId: 0 });
    for (let at = 0; at < CATEGORIES; at++) await createCategory({ name: `Shelf ${at}`, parentId });
    for (let at = 0; at < BRANDS; at++) await createBrand({ name: `Brand ${at}` });
  }
  return {
    categoryIds: idsOf(await CategoryModel.find({ parentId: { $ne: 0 } }).lean<{ _id: number }[]>()),
    brandIds: idsOf(await BrandModel.find().lean<{ _id: number }[]>()),
  };
}

async function modelProduct(categoryId: number, brandId: number): Promise<SpuDoc> {
  const { spuId } = await createSpu({
    name: "The model of all others",
    categoryId,
    brandId,
    introduction: "Made by hand, sent within a day, and looked after for two years.",
    description: `<p>${"Drawn, turned and finished in one workshop. ".repeat(8)}</p>`,
    picUrl: "bench/first.png",
    sliderPicUrls: ["bench/first.png", "bench/second.png"],
    skus: [{ priceFen: 9_900, marketPriceFen: 12_900, stock: 200 }],
  });
  return (await SpuModel.findById(spuId).lean<SpuDoc>())!;
}

function product(_id: number, number: number): SpuDoc {
  const noun = nounOf(pick(number, 1, NOUNS));
  const name = `${adjectives[pick(number, 2, adjectives.length)]!} ${noun.latin} ${noun.han} ${number}`;
  return {
    ...model,
    _id,
    name,
    keywordTerms: termsOfName(name),
    categoryId: categoryIds[pick(number, 3, categoryIds.length)]!,
    brandId: brandIds[pick(number, 4, brandIds.length)]!,
    priceFen: 500 + pick(number, 5, 90_000),
    salesShown: pick(number, 6, 5_000),
    isHot: pick(number, 7, 20) === 0,
    isNewArrival: pick(number, 8, 10) === 0,
    sort: pick(number, 9, 3),
    createdAt: new Date(model.createdAt.getTime() - number * 1_000),
  };
}
