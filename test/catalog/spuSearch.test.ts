import { expect } from "chai";
import mongoose from "mongoose";
import { pageSpus, shelveSpu, SpuModel, updateCategory, type SpuPageQuery } from "#shared/domains/catalog/index.js";
import { FIRST_IN_ORDER } from "#shared/domains/catalog/product/shelf.js";
import { buildBrand, buildCategory, buildManySpus, buildSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

type Command = Record<string, unknown>;

/** Every reading command to the products while `run` goes on, as the driver sent it. */
async function readsOf(run: () => Promise<unknown>): Promise<Command[]> {
  const client = mongoose.connection.getClient();
  const seen: Command[] = [];
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    const { [commandName]: collection, pipeline, filter, sort, limit, skip } = command as Command;
    if (collection !== SpuModel.collection.name) return;
    // Whether a closed category has products is looked at now and then, whatever is searched.
    if (limit === 1 && (filter as { categoryId?: unknown } | undefined)?.categoryId !== undefined) return;
    if (commandName === "aggregate") seen.push({ aggregate: collection, pipeline, cursor: {} });
    if (commandName === "find") seen.push({ find: collection, filter, sort, limit, skip });
  };
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
  return seen;
}

async function expectIndex(command: Command, about: string): Promise<void> {
  const plan = JSON.stringify(await mongoose.connection.db!.command({ explain: command, verbosity: "queryPlanner" }));
  const what = `${about} ${JSON.stringify(command)} ${plan}`;
  expect(plan.includes("IXSCAN"), what).to.equal(true);
  expect(plan.includes("COLLSCAN"), what).to.equal(false);
}

describe("how the product page searches", () => {
  let categoryId: number;
  let parentId: number;
  let brandId: number;
  before(async () => {
    await startService();
    ({ parentId, categoryId } = await buildCategory());
    brandId = await buildBrand();
    for (const name of ["Amber tea kettle 茶壶", "Olive tea kettle 茶壶", "Amber lamp 台灯"])
      await buildSpu({ name, categoryId, brandId, isNewArrival: true });
  });

  const page = (query: Partial<SpuPageQuery>): SpuPageQuery => ({ pageNo: 1, pageSize: 10, ...query });

  it("whatever is combined, an index narrows it down: the page and its total", async () => {
    const searches: [Partial<SpuPageQuery>, number][] = [
      [{ keyword: "kettle", brandId }, 2],
      [{ keyword: "amber kettle", brandId }, 1],
      [{ keyword: "茶壶", brandId, isNew: true, sortField: "price" }, 2],
      [{ brandId, categoryId }, 3],
      [{ categoryId: parentId, sortField: "price", sortAsc: true }, 3],
      [{ categoryId: parentId, isNew: true, isHot: false }, 3],
      [{ brandId, isHot: false, sortField: "salesCount" }, 3],
    ];
    for (const [query, total] of searches) {
      const reads = await readsOf(async () => {
        const found = await pageSpus(page(query));
        expect([found.total, found.list.length], JSON.stringify(query)).to.deep.equal([total, total]);
      });
      expect(reads.length).to.be.greaterThan(0);
      for (const command of reads) await expectIndex(command, JSON.stringify(query));
    }
  });

  it("while a category with products is disabled, too", async () => {
    const closed = await buildCategory();
    const { spuId } = await buildSpu({ name: "Amber kettle hidden", categoryId: closed.categoryId, brandId });
    const turn = (status: 0 | 1): Promise<true> =>
      updateCategory(closed.parentId, { name: `Closed ${closed.parentId}`, parentId: 0, status });
    await turn(1);
    try {
      for (const [query, total] of [
        [{ brandId }, 3],
        [{ brandId, sortField: "price" }, 3],
        [{ keyword: "kettle", brandId }, 2],
        [{ keyword: "kettle hidden" }, 0],
      ] satisfies [Partial<SpuPageQuery>, number][]) {
        const reads = await readsOf(async () => {
          const found = await pageSpus(page(query));
          expect([found.total, found.list.length], JSON.stringify(query)).to.deep.equal([total, total]);
        });
        for (const command of reads) await expectIndex(command, JSON.stringify(query));
      }
    } finally {
      await turn(0);
    }
    expect((await pageSpus(page({ keyword: "kettle hidden" }))).total).to.equal(1);
    await shelveSpu(spuId, 0);
  });

  it("the products of a search are put in order once for all of its pages, and again after a change", async () => {
    const { spuId } = await buildSpu({ name: "Olive clock 座钟", brandId });
    const before = await readsOf(async () => {
      for (const pageNo of [1, 2, 3]) await pageSpus(page({ brandId, pageNo, pageSize: 1 }));
      await pageSpus(page({ brandId, sortField: "price" }));
    });
    // Twice an order, and the rows of each page.
    expect(before.map((command) => ("aggregate" in command ? "order" : "rows"))).to.deep.equal([
      "order",
      "rows",
      "rows",
      "rows",
      "order",
      "rows",
    ]);
    await shelveSpu(spuId, 0);
    expect((await pageSpus(page({ brandId }))).total).to.equal(3);
  });

  describe("with more products than are put in order for the first pages", () => {
    const EACH = 100;
    let brandOfMany: number;
    let newestFirst: number[];
    before(async () => {
      brandOfMany = await buildBrand();
      newestFirst = (await buildManySpus(FIRST_IN_ORDER + 15, { brandId: brandOfMany })).toSorted((a, b) => b - a);
    });
    const many = (pageNo: number): ReturnType<typeof pageSpus> =>
      pageSpus({ pageNo, pageSize: EACH, brandId: brandOfMany, sortField: "price" });

    it("each is on one page, and the total is that of all", async () => {
      const seen: number[] = [];
      const pages = Math.ceil(newestFirst.length / EACH);
      for (let pageNo = 1; pageNo <= pages + 1; pageNo++) {
        const { list, total } = await many(pageNo);
        expect(total, `page ${pageNo}`).to.equal(newestFirst.length);
        seen.push(...list.map(({ _id }) => _id));
      }
      expect(seen).to.deep.equal(newestFirst);
    });

    it("its first pages share one order, later ones another, and all one count", async () => {
      await buildSpu({ brandId: brandOfMany });
      const reads = await readsOf(async () => {
        for (const pageNo of [1, 2, 10, 11, 3]) await many(pageNo);
      });
      const kindOf = (command: Command): string => {
        if (!("aggregate" in command)) return "rows";
        const text = JSON.stringify(command);
        // While a category with products is closed, those in it are counted beside all: other tests may have left one.
        return text.includes("$sort") ? "order" : text.includes("categoryId") ? "count of closed ones" : "count";
      };
      const kinds = reads.map(kindOf);
      const times = (kind: string): number => kinds.filter((one) => one === kind).length;
      expect({ order: times("order"), count: times("count"), rows: times("rows") }).to.deep.equal({
        order: 2,
        count: 1,
        rows: 5,
      });
    });

    it("a product that is taken from the shelf is missing at once: in its page, and in the total", async () => {
      const { total, list } = await many(1);
      const taken = list[3]!._id;
      await shelveSpu(taken, 0);
      const after = await many(1);
      expect(after.total).to.equal(total - 1);
      expect(after.list).to.have.length(EACH);
      expect(after.list.map(({ _id }) => _id)).not.to.include(taken);
    });
  });
});
