import { expect } from "chai";
import { BrandModel, CategoryModel, createCategory } from "#shared/domains/catalog/index.js";
import { buildBrand, buildCategory } from "#test/factories/spu.js";
import { buildMember } from "#test/factories/member.js";
import { stranger, type Client } from "#test/support/client.js";

let client: Client;
before(async function () {
  client = (await buildMember()).client;
});

describe("POST /product/category/getParentCategoryList", () => {
  const PATH = "/app-api/product/category/getParentCategoryList";
  interface View {
    id: number;
    subCategoryRespList: View[] | null;
  }
  const list = async (body: object): Promise<View[]> => (await client.post(PATH, body)).data;

  it("shows the enabled top level, without children unless isParent is false", async () => {
    const { parentId, categoryId } = await buildCategory();
    const hiddenChild = await createCategory({ name: "hidden child", parentId, status: 1 });
    const hidden = await createCategory({ name: "hidden", parentId: 0, status: 1 });
    for (const body of [{}, { isParent: true }, { isParent: null }]) {
      const found = (await list(body)).find((one) => one.id === parentId);
      expect(found?.subCategoryRespList).to.equal(null);
    }
    const all = await list({ isParent: false });
    expect(all.some((one) => one.id === hidden || one.id === categoryId)).to.equal(false);
    const children = all.find((one) => one.id === parentId)?.subCategoryRespList ?? [];
    expect(children.map((one) => one.id)).to.deep.equal([categoryId]);
    expect(children.some((one) => one.id === hiddenChild)).to.equal(false);
    expect(children[0]).to.have.all.keys("id", "parentId", "name", "picUrl", "sort", "status", "subCategoryRespList");
  });
  it("keeps the order of sort", async () => {
    const { parentId } = await buildCategory();
    await CategoryModel.updateOne({ _id: parentId }, { $set: { sort: -5 } });
    expect((await list({}))[0]?.id).to.equal(parentId);
  });
  it("refuses bad input and strangers", async () => {
    const reply = await client.post(PATH, { isParent: { $gt: "" } });
    expect([reply.status, reply.code]).to.deep.equal([400, 400]);
    expect(reply.msg).to.match(/^isParent\b/);
    expect((await stranger.post(PATH)).status).to.equal(401);
  });
});

describe("POST /product/brand/page and /list", () => {
  const PAGE = "/app-api/product/brand/page";
  const LIST = "/app-api/product/brand/list";
  let red: number;
  let blue: number;
  before(async () => {
    red = await buildBrand({ name: "Vermilion House 朱红坊", sort: 2 });
    blue = await buildBrand({ name: "Vermilion Sky 青空", sort: 1, description: "Second of its name" });
    const closed = await buildBrand({ name: "Vermilion Closed" });
    await BrandModel.updateOne({ _id: closed }, { $set: { status: 1 } });
  });

  it("find brands in use by name, by sort", async () => {
    // Fuzzy: any part of the name, or its words in any order, in any case and width.
    for (const name of ["vermilion", "verm", "ERMILIO", "ｖｅｒｍ"]) {
      const body = { name };
      const reply = await client.post(LIST, body);
      expect(reply.data.map((brand: { id: number }) => brand.id)).to.deep.equal([blue, red]);
    }
    for (const name of ["house vermilion", "house 朱", "坊", "lion h"])
      expect((await client.post(LIST, { name })).data.map((brand: { id: number }) => brand.id)).to.deep.equal([red]);
    for (const name of ["(", ".*", "vermilion moon", "closed vermilion"])
      expect((await client.post(LIST, { name })).data).to.deep.equal([]);
    const { data } = await client.post(PAGE, { name: "朱红", pageNo: 1, pageSize: 10 });
    expect(data.total).to.equal(1);
    expect(data.list[0]).to.include({ id: red, name: "Vermilion House 朱红坊", sort: 2, status: 0 });
    expect(data.list[0].createTime).to.be.a("number");
  });
  it("pages with the true count, and without a name shows all", async () => {
    const { data } = await client.post(PAGE, { name: "vermilion", pageNo: 2, pageSize: 1 });
    expect([data.total, data.list.map((brand: { id: number }) => brand.id)]).to.deep.equal([2, [red]]);
    expect((await client.post(LIST, {})).data.length).to.be.at.least(2);
  });
  it("refuse bad input and strangers", async () => {
    for (const path of [PAGE, LIST]) {
      const reply = await client.post(path, { name: { $gt: "" } });
      expect([reply.status, reply.code]).to.deep.equal([400, 400]);
      expect(reply.msg).to.match(/^name\b/);
      expect((await stranger.post(path)).status).to.equal(401);
    }
    expect((await client.post(PAGE, { pageNo: "x" })).status).to.equal(400);
  });
});
