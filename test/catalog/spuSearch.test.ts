import { expect } from "chai";
import mongoose from "mongoose";
import { pageSpus, shelveSpu, SpuModel, type SpuPageQuery } from "#shared/domains/catalog/index.js";
import { buildBrand, buildCategory, buildSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";

type Command = Record<string, unknown>;

/** Every reading command to the products while `run` goes on, as the driver sent it. */
async function readsOf(run: () => Promise<unknown>): Promise<Command[]> {
  const client = mongoose.connection.getClient();
  const seen: Command[] = [];
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    const { [commandName]: collection, pipeline, filter, sort, limit, skip } = command as Command;
    if (collection !== SpuModel.collection.name) return;
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
      for (const command of reads) {
        const plan = JSON.stringify(
          await mongoose.connection.db!.command({ explain: command, verbosity: "queryPlanner" }),
        );
        expect(plan, JSON.stringify(query)).to.include("IXSCAN");
        expect(plan, JSON.stringify(query)).not.to.include("COLLSCAN");
      }
    }
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
});
