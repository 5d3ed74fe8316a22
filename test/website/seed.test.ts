import { expect } from "chai";
import { gunzipSync } from "node:zlib";
import { IndustryModel } from "#shared/domains/website/index.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { seedWebsite } from "#scripts/seed/seedWebsite.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const BASE = "/app-api/website";
const counts = async (): Promise<Record<string, number>> => {
  const rows: Record<string, number> = {};
  for (const [name, model] of models)
    if (name.startsWith("website") && name !== "websiteVersions") rows[name] = await model.countDocuments();
  return rows;
};

describe("the demo's website", () => {
  // Other tests have content of their own; to the seed it looks like an older demo.
  before(async () => {
    await startService();
    await IndustryModel.deleteMany({});
  });

  it("has at least one of each noun, in Chinese; again changes nothing", async () => {
    await seedWebsite();
    const made = await counts();
    await seedWebsite();
    expect(await counts()).to.deep.equal(made);
    const { data: home } = await stranger.get(`${BASE}/home/data`);
    expect([home.solutions.length, home.products.length, home.stats.length]).to.deep.equal([6, 4, 3]);
    for (const path of [
      "/product/list",
      "/solution/list",
      "/solution/categories",
      "/source/list",
      "/about/team",
      "/demo/list",
      "/policy/get-by-type?policyType=privacy",
      "/policy/get-by-type?policyType=terms",
      "/about/company",
      "/about/contact",
      "/config/site-info",
    ]) {
      const reply = await stranger.get(`${BASE}${path}`);
      expect([reply.status, reply.code], path).to.deep.equal([200, 0]);
      expect(reply.text, path).to.match(/\p{Script=Han}/u);
    }
    const mall = (await stranger.get(`${BASE}/product/list`)).data.find((one: any) => one.title === "云店商城系统");
    expect((await stranger.get(`${BASE}/product/${mall.id}/reviews`)).data.total).to.equal(3);
    expect((await stranger.get(`${BASE}/product/${mall.id}/related`)).data.length).to.be.greaterThan(0);
  });

  it("its source packages are real archives", async () => {
    const { data: sources } = await stranger.get(`${BASE}/source/list`);
    const demo = sources.find((one: any) => one.name === "云店商城社区版");
    const { data: link } = await stranger.get(`${BASE}/source/${demo.id}/download`);
    const bytes = Buffer.from(await (await fetch(link)).arrayBuffer());
    expect(bytes.length).to.equal(demo.fileSize);
    const tar = gunzipSync(bytes);
    expect(tar.subarray(257, 262).toString()).to.equal("ustar");
    expect(tar.toString("utf8")).to.include("README.md").and.include("云店商城社区版");
    expect(tar.length % 512).to.equal(0);
  });
});
