import { expect } from "chai";
import mongoose from "mongoose";
import { config } from "#shared/kernel/config/config.js";
import { cacheRedis } from "#shared/kernel/redis/redis.js";
import { heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { websiteProducts, websiteTeam } from "#shared/domains/website/index.js";
import { buildIndustry, buildSolution, buildTeamMember, buildWebsiteProduct, fresh } from "#test/factories/website.js";
import { buildOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { stranger, type Client } from "#test/support/client.js";

const PRODUCT = "/app-api/website/product";
const titleOf = async (id: number): Promise<string> => (await stranger.get(`${PRODUCT}/${id}`)).data.title;

/** As if another process had written it: no word of it is said here. */
async function writeElsewhere(collection: string, id: number, set: object, kind: string): Promise<void> {
  const db = mongoose.connection.db!;
  await db.collection<{ _id: number }>(collection).updateOne({ _id: id }, { $set: set });
  await db.collection<{ _id: string }>("websiteVersions").updateOne({ _id: kind }, { $inc: { version: 1 } as never });
}

describe("content is kept, and dropped when it changes", () => {
  let operator: Client;
  before(async () => {
    operator = (await buildOperator(["*"])).client;
  });
  afterEach(() => heldClock.release());

  it("a second read asks MongoDB for nothing", async () => {
    const id = await buildWebsiteProduct();
    await titleOf(id);
    await websiteProducts.listPublished();
    await stranger.get(`${PRODUCT}/list`);
    let commands = 0;
    const count = ({ commandName }: { commandName: string }): void => {
      if (/find|aggregate|count/.test(commandName)) commands++;
    };
    heldClock.hold();
    await titleOf(id);
    mongoose.connection.getClient().on("commandStarted", count);
    try {
      await titleOf(id);
      await stranger.get(`${PRODUCT}/list`);
      expect(commands).to.equal(0);
    } finally {
      mongoose.connection.getClient().off("commandStarted", count);
    }
  });

  it("a change by an operator is seen at once: detail, list, related, home, names of categories", async () => {
    const categoryId = await buildIndustry();
    const id = await buildSolution({ categoryId, isRecommended: true, sortOrder: 0 });
    const read = async (): Promise<string[]> => {
      const detail = (await stranger.get(`/app-api/website/solution/${id}`)).data;
      const [entry] = (await stranger.get(`/app-api/website/solution/list?categoryId=${categoryId}`)).data;
      return [detail.title, entry.title, detail.categoryName, entry.categoryName];
    };
    await read();
    const [title, name] = [fresh("新标题"), fresh("新行业")];
    await operator.put("/admin-api/website/solution/update", { id, title });
    await operator.put("/admin-api/website/solution-category/update", { id: categoryId, name });
    expect(await read()).to.deep.equal([title, title, name, name]);
    await operator.put("/admin-api/website/solution/publish", { id, published: false });
    expect((await stranger.get(`/app-api/website/solution/${id}`)).code).to.equal(1017002000);
    expect((await stranger.get("/app-api/website/home/data")).data.solutions.map((one: any) => one.id)).not.to.include(
      id,
    );
  });

  it("another process's word is enough", async () => {
    heldClock.hold();
    const id = await buildWebsiteProduct();
    await titleOf(id);
    await writeElsewhere("websiteProducts", id, { title: "elsewhere" }, "product");
    expect(await titleOf(id)).not.to.equal("elsewhere");
    await cacheRedis().publish(`${config.BULL_PREFIX}:broadcast`, JSON.stringify(["website-content", "product"]));
    await eventually("the word", async () => (await titleOf(id)) === "elsewhere");
  });

  it("without any word a change is seen within 5 s", async () => {
    heldClock.hold();
    const id = await buildWebsiteProduct();
    await titleOf(id);
    await writeElsewhere("websiteProducts", id, { title: "elsewhere" }, "product");
    heldClock.advance(seconds(5));
    expect(await titleOf(id)).to.equal("elsewhere");
  });

  it("a change of another kind leaves it kept; without a change it is kept for minutes", async () => {
    heldClock.hold();
    const id = await buildWebsiteProduct();
    const title = await titleOf(id);
    // Written without a version: only a read of MongoDB would show it.
    await mongoose.connection
      .db!.collection<{ _id: number }>("websiteProducts")
      .updateOne({ _id: id }, { $set: { title: "unseen" } });
    await websiteTeam.create({ name: fresh("成员") });
    heldClock.advance(minutes(2));
    expect(await titleOf(id)).to.equal(title);
  });

  it("a transaction sees its own writes, and what it gave up is kept by nobody", async () => {
    const id = await buildTeamMember();
    const names = async (): Promise<string[]> => (await websiteTeam.listPublished()).map(({ name }) => name);
    await names();
    const name = fresh("未提交");
    await inTransaction(async () => {
      await websiteTeam.update(id, { name });
      expect(await names()).to.include(name);
      throw new Error("given up");
    }).catch(() => undefined);
    expect(await names()).not.to.include(name);
  });

  it("an ETag stands beside each read, and whoever has it gets 304 without a body", async () => {
    const id = await buildWebsiteProduct();
    for (const path of [
      "/home/data",
      "/product/list",
      `/product/${id}`,
      `/product/${id}/reviews`,
      `/product/${id}/related`,
      "/solution/list",
      "/solution/categories",
      "/source/list",
      "/about/company",
      "/about/contact",
      "/about/team",
      "/demo/list",
      "/config/site-info",
    ]) {
      const first = await stranger.get(`/app-api/website${path}`);
      const etag = first.headers.get("etag")!;
      expect(etag, path).to.match(/^"[\w-]{27}"$/);
      expect(first.headers.get("cache-control"), path).to.equal("public, no-cache");
      expect(first.headers.get("content-type"), path).to.equal("application/json; charset=utf-8");
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await stranger.with({ "if-none-match": known }).get(`/app-api/website${path}`);
        expect([again.status, again.text, again.headers.get("etag")], `${path} ${known}`).to.deep.equal([
          304,
          "",
          etag,
        ]);
      }
      const other = await stranger.with({ "if-none-match": '"other"' }).get(`/app-api/website${path}`);
      expect([other.status, other.text], path).to.deep.equal([200, first.text]);
    }
    const before = (await stranger.get(`${PRODUCT}/${id}`)).headers.get("etag")!;
    await websiteProducts.update(id, { title: fresh("改") });
    const after = await stranger.with({ "if-none-match": before }).get(`${PRODUCT}/${id}`);
    expect(after.status).to.equal(200);
    expect(after.headers.get("etag")).not.to.equal(before);
  });

  it("a refusal is not kept and bears no ETag", async () => {
    const id = await buildWebsiteProduct({ published: false });
    const refused = await stranger.get(`${PRODUCT}/${id}`);
    expect([refused.status, refused.code, refused.data, refused.headers.get("etag")]).to.deep.equal([
      200,
      1017001000,
      null,
      null,
    ]);
    await websiteProducts.publish(id, true);
    expect((await stranger.get(`${PRODUCT}/${id}`)).code).to.equal(0);
  });
});
