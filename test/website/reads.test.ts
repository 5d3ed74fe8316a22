import { expect } from "chai";
import { clock, days } from "#shared/kernel/time/clock.js";
import {
  buildDemoSite,
  buildIndustry,
  buildPolicy,
  buildSolution,
  buildSource,
  buildTeamMember,
  buildWebsiteProduct,
  buildWebsiteReview,
  fresh,
  saveWebsitePages,
} from "#test/factories/website.js";
import { PolicyModel } from "#shared/domains/website/content/policy.model.js";
import { websiteIndustries } from "#shared/domains/website/index.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const BASE = "/app-api/website";
const ABSENT = 999_999_999;
const dataOf = async (path: string): Promise<any> => {
  const reply = await stranger.get(`${BASE}${path}`);
  expect([reply.status, reply.code, reply.msg], reply.text).to.deep.equal([200, 0, ""]);
  return reply.data;
};
const codeOf = async (path: string): Promise<number> => (await stranger.get(`${BASE}${path}`)).code;
const idsOf = async (path: string): Promise<number[]> => (await dataOf(path)).map((one: { id: number }) => one.id);

describe("what the website reads", () => {
  before(async () => {
    await startService();
  });

  it("home data: six recommended solutions and four core products, with what operators saved", async () => {
    await saveWebsitePages({
      home: {
        stats: [{ label: "客户", value: "500+", icon: "users", numericVal: 500, suffix: "+" }],
        hero: { title: "让经营更简单", pictures: ["public/demo/x.png"] },
        banners: [{ title: "一" }],
        partners: null,
        cta: null,
      },
    });
    for (let count = 0; count < 7; count++) await buildSolution({ isRecommended: true, sortOrder: count });
    for (let count = 0; count < 5; count++) await buildWebsiteProduct({ isCore: true, sortOrder: count });
    const plain = await buildSolution({ sortOrder: 0 });
    const data = await dataOf("/home/data");
    expect(Object.keys(data).sort()).to.deep.equal(
      ["advantages", "banners", "cta", "hero", "partners", "products", "solutions", "stats"].sort(),
    );
    expect([data.solutions.length, data.products.length]).to.deep.equal([6, 4]);
    expect(data.solutions.map((one: { sortOrder: number }) => one.sortOrder)).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(data.solutions.map((one: { id: number }) => one.id)).not.to.include(plain);
    expect(data.stats).to.deep.equal([{ label: "客户", value: "500+", icon: "users", numericVal: 500, suffix: "+" }]);
    expect(data.hero.pictures[0]).to.match(/^http.*\/media\/public\/demo\/x\.png$/);
    expect([data.partners, data.cta]).to.deep.equal([null, null]);
  });

  it("products: by sortOrder, of a category and all below it; a detail with its rich text and JSON fields", async () => {
    const top = await buildIndustry();
    const below = await buildIndustry({ parentId: top });
    const second = await buildWebsiteProduct({ categoryId: below, sortOrder: 2 });
    const first = await buildWebsiteProduct({
      categoryId: top,
      sortOrder: 1,
      tags: ["商城"],
      detailContent: `<p onclick="x()">好<script>alert(1)</script></p>`,
      pricingPlans: [{ name: "标准版", price: 9_800 }],
      changelog: { "1.2.0": ["修复"] },
      demoUrl: "https://demo.example/",
    });
    const hidden = await buildWebsiteProduct({ categoryId: top, published: false });
    expect(await idsOf(`/product/list?categoryId=${top}`)).to.deep.equal([first, second]);
    expect(await idsOf(`/product/list?categoryId=${below}`)).to.deep.equal([second]);
    expect(await idsOf(`/product/list?categoryId=${ABSENT}`)).to.deep.equal([]);
    expect(await idsOf("/product/list"))
      .to.include.members([first, second])
      .and.not.include(hidden);
    const [entry] = await dataOf(`/product/list?categoryId=${top}`);
    expect(Object.keys(entry).sort()).to.deep.equal(
      "id title subtitle thumbnail categoryId categoryName description tags demoUrl sortOrder".split(" ").sort(),
    );
    const detail = await dataOf(`/product/${first}`);
    expect(detail).to.deep.include({
      id: first,
      tags: ["商城"],
      detailContent: "<p>好</p>",
      pricingPlans: [{ name: "标准版", price: 9_800 }],
      changelog: { "1.2.0": ["修复"] },
      gallery: null,
    });
    expect(detail.categoryName).to.be.a("string");
    expect(detail.createTime).to.be.a("number");
    for (const id of [hidden, ABSENT]) expect(await codeOf(`/product/${id}`)).to.equal(1017001000);
  });

  it("reviews of a product: paged, newest first, published ones", async () => {
    const id = await buildWebsiteProduct();
    expect(await dataOf(`/product/${id}/reviews`)).to.deep.equal({ list: [], total: 0 });
    const ids: number[] = [];
    for (let score = 1; score <= 3; score++)
      ids.push(await buildWebsiteReview(id, { score, nickname: `用户${score}` }));
    await buildWebsiteReview(id, { published: false });
    const page = await dataOf(`/product/${id}/reviews?pageNo=1&pageSize=2`);
    expect(page.total).to.equal(3);
    expect(page.list.map((one: { id: number }) => one.id)).to.deep.equal([ids[2], ids[1]]);
    expect(Object.keys(page.list[0]).sort()).to.deep.equal(
      ["id", "nickname", "avatar", "score", "content", "createTime"].sort(),
    );
    expect(await codeOf(`/product/${ABSENT}/reviews`)).to.equal(1017001000);
    for (const query of ["pageNo=0", "pageSize=101", "pageSize=-1", "pageNo=x"])
      expect((await stranger.get(`${BASE}/product/${id}/reviews?${query}`)).status, query).to.equal(400);
  });

  it("related products and solutions: of the same category first, then those that share tags, never itself", async () => {
    const categoryId = await buildIndustry();
    const tag = fresh("标签");
    for (const [build, noun, code] of [
      [buildWebsiteProduct, "product", 1017001000],
      [buildSolution, "solution", 1017002000],
    ] as const) {
      const one = await build({ categoryId, tags: [tag] });
      const tagged = await build({ tags: [tag], sortOrder: 0 });
      const near = await build({ categoryId, sortOrder: 9 });
      await build({ published: false, categoryId });
      expect(await idsOf(`/${noun}/${one}/related`)).to.deep.equal([near, tagged]);
      expect(await codeOf(`/${noun}/${ABSENT}/related`)).to.equal(code);
    }
  });

  it("solutions by category with all below it, by deployType and by keyword", async () => {
    const top = await buildIndustry();
    const below = await buildIndustry({ parentId: await buildIndustry({ parentId: top }) });
    const word = fresh("智慧");
    const a = await buildSolution({ categoryId: below, deployType: "saas", title: word, isHot: true, version: "2.1" });
    const b = await buildSolution({ categoryId: top, deployType: "private", description: `含有${word}的` });
    const c = await buildSolution({ deployType: "saas", tags: [word.toUpperCase()] });
    const q = encodeURIComponent(word);
    expect(await idsOf(`/solution/list?categoryId=${top}`)).to.have.members([a, b]);
    expect(await idsOf(`/solution/list?categoryId=${below}`)).to.deep.equal([a]);
    expect(await idsOf(`/solution/list?keyword=${q}`)).to.have.members([a, b, c]);
    expect(await idsOf(`/solution/list?keyword=${q}&deployType=saas`)).to.have.members([a, c]);
    expect(await idsOf(`/solution/list?keyword=${q}&deployType=SaaS&categoryId=${top}`)).to.deep.equal([a]);
    expect(await idsOf(`/solution/list?keyword=${encodeURIComponent(".*")}`)).to.deep.equal([]);
    const [entry] = await dataOf(`/solution/list?categoryId=${below}`);
    expect(Object.keys(entry).sort()).to.deep.equal(
      "id title subtitle thumbnail description categoryId categoryName deployType isHot version tags demoUrl sortOrder"
        .split(" ")
        .sort(),
    );
    expect(await dataOf(`/solution/${a}`)).to.deep.include({ id: a, isHot: true, version: "2.1", deployType: "saas" });
    expect(await codeOf(`/solution/${ABSENT}`)).to.equal(1017002000);
  });

  it("categories: a tree with levels; a disabled one is out with all below it", async () => {
    const top = await buildIndustry({ sortOrder: 3 });
    const child = await buildIndustry({ parentId: top });
    const off = await buildIndustry({ parentId: top, published: false });
    await buildIndustry({ parentId: off });
    const find = async (): Promise<any> =>
      (await dataOf("/solution/categories")).find((one: { id: number }) => one.id === top);
    const branch = await find();
    expect(branch).to.deep.include({ id: top, parentId: 0, level: 1, sortOrder: 3, status: 0 });
    expect(branch.children).to.have.length(1);
    expect(branch.children[0]).to.deep.include({ id: child, parentId: top, level: 2, children: [] });
    await websiteIndustries.publish(top, false);
    expect(await find()).to.equal(undefined);
  });

  it("/api/solution/... are the website's own answers, byte for byte", async () => {
    const id = await buildSolution({ deployType: "twin" });
    for (const path of ["categories", "list", "list?deployType=twin", `${id}`]) {
      const [ours, twin] = [
        await stranger.get(`${BASE}/solution/${path}`),
        await stranger.get(`/api/solution/${path}`),
      ];
      expect([twin.status, twin.text], path).to.deep.equal([200, ours.text]);
      expect(twin.headers.get("etag")).to.equal(ours.headers.get("etag"));
    }
    expect((await stranger.get(`/api/solution/${ABSENT}`)).code).to.equal(1017002000);
  });

  it("sources: a list, and a detail with changelog and requirements", async () => {
    const id = await buildSource({
      envTags: ["Node.js 20"],
      changelog: [{ version: "1.0.0" }],
      envRequirements: { cpu: 2 },
    });
    const entry = (await dataOf("/source/list")).find((one: { id: number }) => one.id === id);
    expect(Object.keys(entry).sort()).to.deep.equal(
      "id name version icon description envTags updateTime fileSize downloadCount categoryId categoryName"
        .split(" ")
        .sort(),
    );
    expect(entry).to.deep.include({ version: "1.0.0", envTags: ["Node.js 20"], fileSize: 0, downloadCount: 0 });
    expect(await dataOf(`/source/${id}`)).to.deep.equal({
      ...entry,
      changelog: [{ version: "1.0.0" }],
      envRequirements: { cpu: 2 },
    });
    expect(await codeOf(`/source/${ABSENT}`)).to.equal(1017004000);
  });

  it("company, contact, site: blank until saved, then what was saved", async () => {
    expect((await dataOf("/about/company")).id).to.equal(1);
    await saveWebsitePages({
      company: { timeline: [{ year: 2020, text: "成立" }] },
      contact: { companyName: "西湖科技", mapLat: 30.25, mapLng: 120.15 },
      site: {
        icp: "浙ICP备2020000001号",
        logo: "public/demo/logo.png",
        socialLinks: { weibo: "https://weibo.example" },
      },
    });
    expect((await dataOf("/about/company")).timeline).to.deep.equal([{ year: 2020, text: "成立" }]);
    expect(await dataOf("/about/contact")).to.deep.include({ companyName: "西湖科技", mapLat: 30.25, mapLng: 120.15 });
    const site = await dataOf("/config/site-info");
    expect(Object.keys(site).sort()).to.deep.equal(
      "logo companyName phone email address icp policeIcp socialQrcode serviceQrcode socialLinks".split(" ").sort(),
    );
    expect(site.logo).to.match(/^http.*logo\.png$/);
  });

  it("team: by sort", async () => {
    const late = await buildTeamMember({ sortOrder: 20, title: "工程师" });
    const early = await buildTeamMember({ sortOrder: 10 });
    const rows = (await dataOf("/about/team")).filter(({ id }: { id: number }) => [late, early].includes(id));
    expect(rows.map((one: { id: number }) => one.id)).to.deep.equal([early, late]);
    expect(rows[1]).to.deep.include({ title: "工程师", sort: 20, avatar: "" });
  });

  it("demos: accounts as stored, or made of the other fields when none are", async () => {
    const productId = await buildWebsiteProduct();
    const made = await buildDemoSite({
      productId,
      username: "demo",
      password: "demo123",
      demoUrl: "https://d.example",
    });
    const stored = await buildDemoSite({ username: "x", accounts: [{ label: "店长", value: "boss / 123" }] });
    const off = await buildDemoSite({ published: false });
    const rows = await dataOf("/demo/list");
    const byId = (id: number) => rows.find((one: { id: number }) => one.id === id);
    expect(byId(made).accounts).to.deep.equal([
      { label: "用户名", value: "demo" },
      { label: "密码", value: "demo123" },
      { label: "演示地址", value: "https://d.example" },
    ]);
    expect(byId(made)).to.deep.include({ productId, status: 0, password: "demo123" });
    expect(byId(stored).accounts).to.deep.equal([{ label: "店长", value: "boss / 123" }]);
    expect(byId(off)).to.equal(undefined);
  });

  it("policies: privacy or terms, nothing else", async () => {
    await PolicyModel.updateMany({}, { $set: { deletedAt: clock.now() } });
    const id = await buildPolicy({ policyType: "terms", effectiveAt: clock.after(-days(3)) });
    const policy = await dataOf("/policy/get-by-type?policyType=terms");
    expect(policy.id).to.equal(id);
    expect(Object.keys(policy).sort()).to.deep.equal(
      ["id", "policyType", "title", "version", "content", "effectiveDate"].sort(),
    );
    for (const query of ["", "?policyType=", "?policyType=cookies", "?policyType[$gt]="])
      expect((await stranger.get(`${BASE}/policy/get-by-type${query}`)).status, query).to.equal(400);
  });

  it("ids and filters of a wrong type are 400 and named", async () => {
    for (const [path, field] of [
      ["/product/x", "id"],
      ["/product/0", "id"],
      ["/solution/1.5", "id"],
      ["/source/-1", "id"],
      ["/source/1e3/download", "id"],
      ["/product/list?categoryId=x", "categoryId"],
      ["/solution/list?categoryId=1&categoryId=2", "categoryId"],
      ["/solution/list?keyword=a&keyword=b", "keyword"],
      [`/solution/list?keyword=${"x".repeat(101)}`, "keyword"],
    ] as const) {
      const reply = await stranger.get(`${BASE}${path}`);
      expect([reply.status, reply.msg.split(":")[0]], path).to.deep.equal([400, field]);
    }
  });
});
