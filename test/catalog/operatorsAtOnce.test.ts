import { expect } from "chai";
import {
  BrandModel,
  CategoryModel,
  createCategory,
  createSpu,
  deleteBrand,
  deleteCategory,
  SpuModel,
  updateCategory,
} from "#shared/domains/catalog/index.js";
import { buildBrand, buildCategory } from "#test/factories/spu.js";

/** Both at once; what is refused is refused by a code, nothing else goes wrong. */
async function atOnce(...works: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === "rejected") expect(outcome.reason).to.have.property("code").that.is.a("number");
}
const ROUNDS = 3;

describe("two operators at once", () => {
  const spuIn = (categoryId: number, brandId: number) =>
    createSpu({ name: "Racing", categoryId, brandId, skus: [{ priceFen: 1, stock: 1 }] });

  it("one puts a product into a category or under a brand, the other deletes it: no product is left without", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { categoryId } = await buildCategory();
      const brandId = await buildBrand();
      await atOnce(spuIn(categoryId, brandId), deleteCategory(categoryId));
      expect(await SpuModel.countDocuments({ categoryId })).to.equal(
        await CategoryModel.countDocuments({ _id: categoryId }),
      );
      const other = await buildCategory();
      await atOnce(deleteBrand(brandId), spuIn(other.categoryId, brandId));
      const orphans = (await BrandModel.exists({ _id: brandId })) ? 0 : await SpuModel.countDocuments({ brandId });
      expect(orphans).to.equal(0);
    }
  });

  it("one gives a category a child, the other deletes it or puts it below another: two levels remain", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const top = await createCategory({ name: "Top", parentId: 0 });
      await atOnce(createCategory({ name: "Child", parentId: top }), deleteCategory(top));
      const lost = (await CategoryModel.exists({ _id: top }))
        ? 0
        : await CategoryModel.countDocuments({ parentId: top });
      expect(lost).to.equal(0);
      const [one, two] = [
        await createCategory({ name: "One", parentId: 0 }),
        await createCategory({ name: "Two", parentId: 0 }),
      ];
      await atOnce(
        createCategory({ name: "Child", parentId: one }),
        updateCategory(one, { name: "One", parentId: two }),
      );
      const moved = await CategoryModel.findById(one).orFail().lean();
      if (moved.parentId !== 0) expect(await CategoryModel.countDocuments({ parentId: one })).to.equal(0);
    }
  });
});
