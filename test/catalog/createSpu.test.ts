import { expect } from "chai";
import {
  BrandModel,
  CategoryModel,
  catalogErrors,
  createBrand,
  createCategory,
  createSpu,
} from "#shared/domains/catalog/index.js";
import { AppError, type ErrorMaker } from "#shared/kernel/request/errors.js";
import { buildBrand, buildCategory, buildSpu, colour, readSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

async function refused(work: Promise<unknown>, by: ErrorMaker): Promise<void> {
  try {
    await work;
  } catch (error) {
    expect(error).to.be.instanceOf(AppError);
    expect((error as AppError).code).to.equal(by.code);
    return;
  }
  throw new Error("was not refused");
}

describe("a new product", () => {
  before(() => startService());

  it("takes its prices and its stock from its SKUs", async () => {
    const { spu, skus } = await buildSpu({
      skus: [
        { priceFen: 300, marketPriceFen: 500, stock: 2 },
        { priceFen: 200, marketPriceFen: 600, stock: 5 },
      ],
    });
    expect([spu.specType, spu.priceFen, spu.marketPriceFen, spu.stock]).to.deep.equal([true, 200, 500, 7]);
    for (const sku of skus) expect(sku.initialStock).to.equal(sku.stock);
  });
  it("of one kind has one SKU, called Default", async () => {
    const { spu, skus } = await buildSpu();
    expect(spu.specType).to.equal(false);
    expect(skus.map((sku) => sku.properties)).to.deep.equal([
      [{ propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" }],
    ]);
  });
  it("needs SKUs that differ, over the same properties, each property once", async () => {
    const place = { name: "x", categoryId: (await buildCategory()).categoryId, brandId: await buildBrand() };
    const sku = (...values: number[]) => ({ priceFen: 1, stock: 1, properties: values.map(colour) });
    await refused(createSpu({ ...place, skus: [sku(1), sku(1)] }), catalogErrors.SkuRepeated);
    await refused(createSpu({ ...place, skus: [sku(1), sku()] }), catalogErrors.SkuPropertyCountDiffers);
    await refused(createSpu({ ...place, skus: [sku(1, 2), sku(2, 3)] }), catalogErrors.SkuPropertyRepeated);
  });
  it("stands in a category of the second level, under a brand in use", async () => {
    const { parentId, categoryId } = await buildCategory();
    const skus = [{ priceFen: 1, stock: 1 }];
    const brandId = await buildBrand();
    await refused(createSpu({ name: "x", categoryId: parentId, brandId, skus }), catalogErrors.SpuOnTopCategory);
    await refused(createSpu({ name: "x", categoryId: 99_999_999, brandId, skus }), catalogErrors.CategoryNotFound);
    await refused(createSpu({ name: "x", categoryId, brandId: 99_999_999, skus }), catalogErrors.BrandNotFound);
    await BrandModel.updateOne({ _id: brandId }, { $set: { status: 1 } });
    await refused(createSpu({ name: "x", categoryId, brandId, skus }), catalogErrors.BrandDisabled);
  });
  it("can be marked new, whatever the store calls it", async () => {
    const { spuId } = await buildSpu({ isNewArrival: true });
    expect((await readSpu(spuId)).spu.isNewArrival).to.equal(true);
  });
});

describe("categories and brands", () => {
  before(() => startService());

  it("categories have two levels", async () => {
    const { categoryId } = await buildCategory();
    await refused(createCategory({ name: "x", parentId: categoryId }), catalogErrors.CategoryTooDeep);
    await refused(createCategory({ name: "x", parentId: 99_999_999 }), catalogErrors.ParentCategoryNotFound);
    expect(await CategoryModel.countDocuments({ name: "x" })).to.equal(0);
  });
  it("a brand's name is its own", async () => {
    await createBrand({ name: "Only one" });
    await refused(createBrand({ name: "Only one" }), catalogErrors.BrandNameTaken);
  });
});
