import { expect } from "chai";
import { SpuModel, updateCategory, type SpuDoc } from "#shared/domains/catalog/index.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { buildBrand, buildCategory, buildSpu, colour } from "#test/factories/spu.js";
import { buildMember } from "#test/factories/member.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { stranger, type Client } from "#test/support/client.js";

const PAGE = "/app-api/product/spu/page";
const DETAIL = "/app-api/product/spu/getSpuDetail";

describe("POST /product/spu/page", () => {
  let client: Client;
  let brandId: number;
  let categoryId: number;
  let parentId: number;
  const ids = async (filter: object): Promise<number[]> => {
    const reply = await client.post(PAGE, { pageNo: 1, pageSize: 100, ...filter });
    expect([reply.status, reply.code], reply.text).to.deep.equal([200, 0]);
    expect(reply.data.total).to.equal(reply.data.list.length);
    return reply.data.list.map((spu: { id: number }) => spu.id);
  };

  before(async () => {
    client = (await buildMember()).client;
    brandId = await buildBrand();
    ({ parentId, categoryId } = await buildCategory());
  });

  it("lists the fields of the interface", async () => {
    const { spu } = await buildSpu({ virtualSalesCount: 12, isHot: true });
    const reply = await client.post(PAGE, { ids: [spu._id] });
    expect(reply.data).to.deep.equal({
      total: 1,
      list: [
        {
          id: spu._id,
          name: spu.name,
          introduction: "What it is",
          categoryId: spu.categoryId,
          picUrl: mediaUrl("public/test/product.png"),
          sliderPicUrls: [mediaUrl("public/test/product.png")],
          specType: false,
          price: 9_900,
          marketPrice: 9_900,
          vipPrice: null,
          stock: 100,
          salesCount: 12,
          isHot: true,
          isNew: false,
          branId: spu.brandId,
        },
      ],
    });
  });

  it("shows only what is on shelf", async () => {
    const on = await buildSpu({ brandId });
    const off = await buildSpu({ brandId, status: 0 });
    const binned = await buildSpu({ brandId, status: -1 });
    const shown = await ids({ ids: [on.spuId, off.spuId, binned.spuId] });
    expect(shown).to.deep.equal([on.spuId]);
  });

  it("a category includes its enabled children, and 0 means all", async () => {
    const { spuId } = await buildSpu({ categoryId });
    expect(await ids({ categoryId })).to.include(spuId);
    expect(await ids({ categoryId: parentId })).to.include(spuId);
    expect(await ids({ categoryIds: [parentId] })).to.include(spuId);
    expect(await ids({ categoryId: 0, ids: [spuId] })).to.deep.equal([spuId]);
    const other = await buildCategory();
    expect(await ids({ categoryId: other.parentId })).to.deep.equal([]);
    const hidden = await buildSpu({ categoryId: other.categoryId });
    expect(await ids({ categoryId: other.parentId })).to.deep.equal([hidden.spuId]);
    await updateCategory(other.categoryId, { parentId: other.parentId, name: "Not in use", status: 1 });
    expect(await ids({ categoryId: other.parentId })).to.deep.equal([]);
    expect(await ids({ categoryIds: [other.parentId, categoryId] })).not.to.include(hidden.spuId);
    expect(await ids({ categoryId, categoryIds: [other.categoryId] })).to.deep.equal([]);
    // None is not all.
    for (const none of [{ ids: [] }, { categoryIds: [] }, { categoryId, categoryIds: [] }])
      expect(await ids(none)).to.deep.equal([]);
  });

  it("filters by brand (0 means all), hot and new", async () => {
    const own = await buildBrand();
    const plain = await buildSpu({ brandId: own });
    const hot = await buildSpu({ brandId: own, isHot: true });
    const fresh = await buildSpu({ brandId: own, isNewArrival: true });
    expect(await ids({ brandId: own })).to.have.members([plain.spuId, hot.spuId, fresh.spuId]);
    expect(await ids({ brandId: String(own), isHot: true })).to.deep.equal([hot.spuId]);
    expect(await ids({ brandId: own, isNew: true })).to.deep.equal([fresh.spuId]);
    expect(await ids({ brandId: own, isHot: false, isNew: false })).to.deep.equal([plain.spuId]);
    expect(await ids({ brandId: own, isHot: true, isNew: true })).to.deep.equal([]);
    expect(await ids({ brandId: await buildBrand() })).to.deep.equal([]);
    expect(await ids({ brandId: 0, ids: [plain.spuId] })).to.deep.equal([plain.spuId]);
    expect(await ids({ brandId: null, keyword: "", ids: [plain.spuId] })).to.deep.equal([plain.spuId]);
  });

  it("finds a keyword in the name: all words, Han text, single characters, never a pattern", async () => {
    const own = await buildBrand();
    const tea = await buildSpu({ brandId: own, name: "West Lake Longjing Green Tea 西湖龙井茶 250g" });
    const cup = await buildSpu({ brandId: own, name: "Celadon Tea Cup 龙泉青瓷杯" });
    const search = (keyword: string) => ids({ brandId: own, keyword });
    expect(await search("TEA")).to.have.members([tea.spuId, cup.spuId]);
    expect(await search("cup tea")).to.deep.equal([cup.spuId]);
    expect(await search("龙井")).to.deep.equal([tea.spuId]);
    expect(await search("龙")).to.have.members([tea.spuId, cup.spuId]);
    expect(await search("龙杯")).to.deep.equal([]);
    expect(await search("龙 杯")).to.deep.equal([cup.spuId]);
    expect(await search(".*")).to.deep.equal([]);
    expect(await search("T.*x")).to.deep.equal([]);
  });

  it("finds parts of words, pinyin, initials and numbers; marks and traditional characters make no difference", async () => {
    const own = await buildBrand();
    const lamp = await buildSpu({ brandId: own, name: "Lumen Café lamp 600lm" });
    const tea = await buildSpu({ brandId: own, name: "西湖龙井茶 手机壳" });
    const search = (keyword: string) => ids({ brandId: own, keyword });
    for (const part of ["umen", "men", "cafe", "CAFÉ", "600", "lm"])
      expect(await search(part), part).to.deep.equal([lamp.spuId]);
    for (const part of ["lj", "longjing", "longj", "手機", "西湖龍井", "xhlj"])
      expect(await search(part), part).to.deep.equal([tea.spuId]);
    expect(await search("um")).to.deep.equal([]);
  });

  it("sorts by price, sales or time, either way; ties and the default by sort, then id, descending", async () => {
    const own = await buildBrand();
    const a = await buildSpu({ brandId: own, price: 100, virtualSalesCount: 5 });
    const b = await buildSpu({ brandId: own, price: 300, virtualSalesCount: 1, sort: 9 });
    const c = await buildSpu({ brandId: own, price: 100, virtualSalesCount: 3 });
    const order = (filter: object) => ids({ brandId: own, ...filter });
    expect(await order({})).to.deep.equal([b, c, a].map((one) => one.spuId));
    expect(await order({ sortField: "price", sortAsc: true })).to.deep.equal([c, a, b].map((one) => one.spuId));
    expect(await order({ sortField: "price", sortAsc: false })).to.deep.equal([b, c, a].map((one) => one.spuId));
    expect(await order({ sortField: "salesCount" })).to.deep.equal([a, c, b].map((one) => one.spuId));
    expect(await order({ sortField: "createTime", sortAsc: true })).to.deep.equal([a, b, c].map((one) => one.spuId));
  });

  it("pages with the true count", async () => {
    const own = await buildBrand();
    for (let count = 0; count < 5; count++) await buildSpu({ brandId: own, categoryId });
    const seen: number[] = [];
    for (const pageNo of [1, 2, 3]) {
      const { data } = await client.post(PAGE, { brandId: own, pageNo, pageSize: 2 });
      expect(data.total).to.equal(5);
      seen.push(...data.list.map((spu: { id: number }) => spu.id));
    }
    expect(new Set(seen).size).to.equal(5);
    expect((await client.post(PAGE, { brandId: own, pageNo: 4, pageSize: 2 })).data).to.deep.equal({
      list: [],
      total: 5,
    });
    for (let count = 0; count < 6; count++) await buildSpu({ brandId: own, categoryId });
    const byDefault = (await client.post(PAGE, { brandId: own })).data;
    expect([byDefault.list.length, byDefault.total]).to.deep.equal([10, 11]);
  });

  it("refuses bad input by the field's name, and strangers", async () => {
    const bad: [object, string][] = [
      [{ pageNo: 0 }, "pageNo"],
      [{ pageSize: 101 }, "pageSize"],
      // No paging is for the pages that the interface says it of.
      [{ pageSize: -1 }, "pageSize"],
      [{ pageNo: 1_001, pageSize: 10 }, "pageNo"],
      [{ sortField: "name" }, "sortField"],
      [{ keyword: { $gt: "" } }, "keyword"],
      [{ keyword: "x".repeat(101) }, "keyword"],
      [{ ids: [{ $gt: "" }] }, "ids"],
      [{ categoryId: { $gt: "" } }, "categoryId"],
      [{ categoryIds: "1" }, "categoryIds"],
      [{ brandId: { $ne: 1 } }, "brandId"],
      [{ isHot: { $gt: "" } }, "isHot"],
      [{ isNew: 1 }, "isNew"],
      [{ sortAsc: "yes" }, "sortAsc"],
    ];
    for (const [body, field] of bad) {
      const reply = await client.post(PAGE, body);
      expect([reply.status, reply.code], JSON.stringify(body)).to.deep.equal([400, 400]);
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
    expect((await stranger.post(PAGE, {})).status).to.equal(401);
  });

  it("each filter and order is read from an index", async () => {
    const stages = async (filter: object, sort: Record<string, 1 | -1>): Promise<string> => {
      // As the shelf reads: nothing deleted has its status.
      const plan = await withDeleted(SpuModel.find({ status: 1, ...filter } as Partial<SpuDoc>))
        .sort({ ...sort, sort: -1, _id: -1 })
        .explain("queryPlanner");
      return JSON.stringify((plan as { queryPlanner?: { winningPlan?: unknown } }).queryPlanner?.winningPlan ?? plan);
    };
    for (const plan of [
      await stages({}, {}),
      await stages({}, { priceFen: 1 }),
      await stages({}, { salesShown: -1 }),
      await stages({ categoryId }, {}),
      await stages({ brandId }, {}),
      await stages({ isHot: true }, {}),
      await stages({ isNewArrival: true }, {}),
      await stages({ keywordTerms: "tea" }, {}),
    ]) {
      expect(plan).to.include("IXSCAN");
      expect(plan).not.to.include("COLLSCAN");
    }
  });
});

describe("POST /product/spu/getSpuDetail", () => {
  let client: Client;
  before(async () => {
    client = (await buildMember()).client;
  });

  it("shows the product and its SKUs", async () => {
    const { spu, skuIds } = await buildSpu({
      descriptionOne: "Genuine",
      skus: [
        { priceFen: 100, marketPriceFen: 150, stock: 1, weight: 0.25, volume: 0.001 },
        { priceFen: 200, stock: 2 },
      ],
    });
    const { data } = await client.post(DETAIL, { id: String(spu._id) });
    expect(data).to.include({
      id: spu._id,
      description: "<p>All about it</p>",
      descriptionOne: "Genuine",
      descriptionTwo: "",
      descriptionThree: "",
      liveProductBaseInfo: null,
      stock: 3,
      price: 100,
    });
    expect(data.skus[0]).to.deep.equal({
      id: skuIds[0],
      properties: [colour(1)],
      price: 100,
      marketPrice: 150,
      vipPrice: null,
      picUrl: mediaUrl("public/test/product.png"),
      stock: 1,
      weight: 0.25,
      volume: 0.001,
    });
  });

  it("tells an unknown product, one off shelf and bad input apart; strangers get 401", async () => {
    const off = await buildSpu({ status: 0 });
    const binned = await buildSpu({ status: -1 });
    expect((await client.post(DETAIL, { id: 999_999_999 })).code).to.equal(1008005001);
    expect((await client.post(DETAIL, { id: binned.spuId })).code).to.equal(1008005001);
    const reply = await client.post(DETAIL, { id: off.spuId });
    expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 1008005002, null]);
    for (const id of [undefined, { $gt: "" }, 0, "1e3", [1]])
      expect((await client.post(DETAIL, { id })).status).to.equal(400);
    expect((await stranger.post(DETAIL, { id: off.spuId })).status).to.equal(401);
  });
});
