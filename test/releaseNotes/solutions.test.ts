import { expect } from "chai";
import mongoose from "mongoose";
import { days, heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { buildIndustry, buildSolution, fresh } from "#test/factories/website.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";

const MARKET = "/api/solution";
const dataOf = async (path: string): Promise<any> => {
  const reply = await stranger.get(path);
  expect([reply.status, reply.code, reply.msg], path).to.deep.equal([200, 0, ""]);
  return reply.data;
};
const branchOf = async (id: number): Promise<{ name: string; children: { id: number }[] } | undefined> =>
  (await dataOf(`${MARKET}/categories`)).find((one: { id: number }) => one.id === id);

describe("release 3.2.0: solution market", () => {
  it("GET /api/solution/categories: a tree", async () => {
    const top = await buildIndustry({ name: fresh("零售") });
    const below = await buildIndustry({ parentId: top });
    expect((await branchOf(top))!.children.map(({ id }) => id)).to.deep.equal([below]);
  });

  it("GET /api/solution/list: of a category and all below it, by kind of deployment, by a word", async () => {
    const top = await buildIndustry();
    const below = await buildIndustry({ parentId: top });
    const word = fresh("连锁");
    const first = await buildSolution({ categoryId: top, deployType: "saas", sortOrder: 1 });
    const second = await buildSolution({ categoryId: below, deployType: "private", title: word, sortOrder: 2 });
    const ids = async (query: string): Promise<number[]> =>
      (await dataOf(`${MARKET}/list?${query}`)).map(({ id }: { id: number }) => id);
    expect(await ids(`categoryId=${top}`)).to.deep.equal([first, second]);
    expect(await ids(`categoryId=${top}&deployType=saas`)).to.deep.equal([first]);
    expect(await ids(`keyword=${encodeURIComponent(word)}`)).to.deep.equal([second]);
  });

  it("GET /api/solution/{id}: its detail; an absent one is a business refusal", async () => {
    const id = await buildSolution({ detailContent: "<p>详情</p>" });
    expect(await dataOf(`${MARKET}/${id}`)).to.include({ id, detailContent: "<p>详情</p>" });
    const absent = await stranger.get(`${MARKET}/999999999`);
    expect([absent.status, absent.code, absent.data]).to.deep.equal([200, 1017002000, null]);
  });

  it("the same answers as the website's own paths, with the same ETag", async () => {
    const id = await buildSolution();
    for (const path of ["categories", "list", String(id)]) {
      const [one, other] = [
        await stranger.get(`${MARKET}/${path}`),
        await stranger.get(`/app-api/website/solution/${path}`),
      ];
      expect(one.text, path).to.equal(other.text);
      expect(one.headers.get("etag"), path).to.be.a("string").and.equal(other.headers.get("etag"));
    }
  });
});

describe("release 3.2.1: caching of solution list and category data with a 5-minute lifetime", () => {
  afterEach(() => heldClock.release());
  /** Past the service's own doors: neither a version nor a word of it. */
  const writeUnseen = (collection: string, id: number, set: object) =>
    mongoose.connection.db!.collection<{ _id: number }>(collection).updateOne({ _id: id }, { $set: set });

  it("what is kept is answered for five minutes, and then read anew", async () => {
    heldClock.hold();
    const category = await buildIndustry({ name: "old" });
    const id = await buildSolution({ categoryId: category, title: "old" });
    const shown = async (): Promise<unknown[]> => [
      (await branchOf(category))!.name,
      (await dataOf(`${MARKET}/list?categoryId=${category}`))[0].title,
      (await dataOf(`/app-api/website/solution/list?categoryId=${category}`))[0].title,
    ];
    expect(await shown()).to.deep.equal(["old", "old", "old"]);
    await writeUnseen("websiteIndustries", category, { name: "new" });
    await writeUnseen("websiteSolutions", id, { title: "new" });
    for (const later of [minutes(2), minutes(3)]) {
      heldClock.advance(later);
      expect(await shown(), `after ${later} ms`).to.deep.equal(["old", "old", "old"]);
    }
    heldClock.advance(1);
    expect(await shown()).to.deep.equal(["new", "new", "new"]);
  });

  it("what operators change is not kept that long: it is seen at once", async () => {
    const { client } = await buildOperator(["website:solution:update"]);
    const id = await buildSolution({ title: "old" });
    expect((await dataOf(`${MARKET}/${id}`)).title).to.equal("old");
    await client.put("/admin-api/website/solution/update", { id, title: "new" });
    expect((await dataOf(`${MARKET}/${id}`)).title).to.equal("new");
  });

  it("a clock that was set back keeps nothing for longer", async () => {
    heldClock.hold(Date.now() + days(1));
    const id = await buildSolution({ title: "old" });
    await dataOf(`${MARKET}/${id}`);
    await writeUnseen("websiteSolutions", id, { title: "new" });
    heldClock.hold(Date.now());
    expect(["old", "new"]).to.include((await dataOf(`${MARKET}/${id}`)).title);
    heldClock.advance(hours(1) + seconds(1));
    expect((await dataOf(`${MARKET}/${id}`)).title).to.equal("new");
  });

  it("browsers and proxies ask each time whether theirs is still good: ETag, and 304 without a body", async () => {
    await buildSolution();
    for (const path of [`${MARKET}/list`, `${MARKET}/categories`]) {
      const { headers } = await stranger.get(path);
      expect(headers.get("cache-control")).to.equal("public, no-cache");
      const again = await stranger.with({ "if-none-match": headers.get("etag")! }).get(path);
      expect([again.status, again.text]).to.deep.equal([304, ""]);
    }
  });
});
