import { expect } from "chai";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBrand, buildCategory, buildSpu, colour, readSku } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";
import { auditOf, expectGuarded } from "./audited.js";

const CATEGORY = "/admin-api/product/category";
const BRAND = "/admin-api/product/brand";
const PROPERTY = "/admin-api/product/property";
const ABSENT = 999_999_999;
let serial = 0;
const unique = (word: string): string => `${word} ${process.pid} ${++serial}`;

const created = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client.post(`${path}/create`, body);
  expect([reply.status, reply.code], reply.text).to.deep.equal([200, 0]);
  return reply.data;
};
const actionsOf = async (id: number, noun: string): Promise<string[]> =>
  (await auditOf(noun, id)).map((row) => row.action);

describe("operators keep categories", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator(["*"])).client;
  });

  it("create, get, update, list, delete, each write with its audit row", async () => {
    const name = unique("Tea");
    const sent = { parentId: 0, name, sort: 3, status: 0, description: "Leaves and pots" };
    const id = await created(client, CATEGORY, { ...sent, picUrl: "public/test/c.png" });
    const { data } = await client.get(`${CATEGORY}/get?id=${id}`);
    expect(data).to.include({ ...sent, id });
    const update = await client.put(`${CATEGORY}/update`, { ...data, name: `${name} 2`, status: 1 });
    expect([update.code, update.data], update.msg).to.deep.equal([0, true]);
    expect((await client.get(`${CATEGORY}/get?id=${id}`)).data).to.deep.equal({
      ...data,
      version: 1,
      name: `${name} 2`,
      status: 1,
    });
    const list = (await client.get(`${CATEGORY}/list?status=1&name=${encodeURIComponent(name)}`)).data;
    expect(list.map((one: { id: number }) => one.id)).to.deep.equal([id]);
    const child = await created(client, CATEGORY, { parentId: id, name: `${name} child` });
    const below = (await client.get(`${CATEGORY}/list?parentId=${id}`)).data;
    expect(below.map((one: { id: number }) => one.id)).to.deep.equal([child]);
    await client.delete(`${CATEGORY}/delete?id=${child}`);
    const gone = await client.delete(`${CATEGORY}/delete?id=${id}`);
    expect([gone.code, gone.data]).to.deep.equal([0, true]);
    expect((await client.get(`${CATEGORY}/get?id=${id}`)).code).to.equal(1008001000);
    expect(await actionsOf(id, "category")).to.deep.equal(["category.create", "category.update", "category.delete"]);
  });

  it("two levels, and none goes while something hangs on it", async () => {
    const { parentId, categoryId } = await buildCategory();
    const refused = async (body: object): Promise<number> =>
      (await client.post(`${CATEGORY}/create`, { name: unique("C"), ...body })).code;
    expect(await refused({ parentId: categoryId })).to.equal(1008001002);
    expect(await refused({ parentId: ABSENT })).to.equal(1008001001);
    const update = async (body: object): Promise<number> =>
      (await client.put(`${CATEGORY}/update`, { name: unique("C"), ...body })).code;
    expect(await update({ id: parentId, parentId: (await buildCategory()).parentId })).to.equal(1008001002);
    expect(await update({ id: categoryId, parentId: categoryId })).to.equal(1008001002);
    expect(await update({ id: ABSENT, parentId: 0 })).to.equal(1008001000);
    await buildSpu({ categoryId, status: -1 });
    expect(await update({ id: categoryId, parentId: 0 })).to.equal(1008001005);
    expect((await client.delete(`${CATEGORY}/delete?id=${parentId}`)).code).to.equal(1008001003);
    const full = await client.delete(`${CATEGORY}/delete?id=${categoryId}`);
    expect([full.code, full.data]).to.deep.equal([1008001005, false]);
    expect((await client.delete(`${CATEGORY}/delete?id=${ABSENT}`)).code).to.equal(1008001000);
  });

  it("a disabled one disappears for members at once", async () => {
    const member = (await buildMember()).client;
    const { parentId } = await buildCategory();
    const ids = async (): Promise<number[]> =>
      (await member.post("/app-api/product/category/getParentCategoryList", {})).data.map(
        (one: { id: number }) => one.id,
      );
    expect(await ids()).to.include(parentId);
    await client.put(`${CATEGORY}/update`, { id: parentId, parentId: 0, name: unique("Off"), status: 1 });
    expect(await ids()).not.to.include(parentId);
  });

  it("bad input is named", async () => {
    for (const [body, field] of [
      [{ parentId: 0 }, "name"],
      [{ name: "x" }, "parentId"],
      [{ name: "x", parentId: -1 }, "parentId"],
      [{ name: "x", parentId: 0, status: 2 }, "status"],
      [{ name: "x", parentId: 0, sort: "1" }, "sort"],
      [{ name: "x", parentId: 0, picUrl: "javascript:x" }, "picUrl"],
    ] as const) {
      const reply = await client.post(`${CATEGORY}/create`, body);
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
    expect((await client.get(`${CATEGORY}/get`)).status).to.equal(400);
  });
});

describe("operators keep brands", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator(["*"])).client;
  });

  it("create, get, update, page, list, delete, each write with its audit row", async () => {
    const name = unique("Own brand");
    const id = await created(client, BRAND, { name, picUrl: "https://cdn.example/b.png", sort: 1, description: "d" });
    const { data } = await client.get(`${BRAND}/get?id=${id}`);
    expect(data).to.include({ id, name, picUrl: "https://cdn.example/b.png", sort: 1, description: "d", status: 0 });
    expect((await client.put(`${BRAND}/update`, { ...data, status: 1 })).data).to.equal(true);
    const ids = async (path: string): Promise<number[]> => {
      const reply = await client.get(`${BRAND}/${path}name=${encodeURIComponent(name)}`);
      return (reply.data.list ?? reply.data).map((one: { id: number }) => one.id);
    };
    expect(await ids("page?")).to.deep.equal([id]);
    expect(await ids("page?status=1&")).to.deep.equal([id]);
    expect(await ids("page?status=0&")).to.deep.equal([]);
    expect(await ids("list?")).to.deep.equal([]);
    expect((await client.delete(`${BRAND}/delete?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${BRAND}/get?id=${id}`)).code).to.equal(1008002000);
    expect(await actionsOf(id, "brand")).to.deep.equal(["brand.create", "brand.update", "brand.delete"]);
  });

  it("a name is used once; one with products stays; an absent one is reported", async () => {
    const name = unique("Own brand");
    const id = await buildBrand({ name });
    expect((await client.post(`${BRAND}/create`, { name })).code).to.equal(1008002002);
    const other = await buildBrand();
    const taken = await client.put(`${BRAND}/update`, { id: other, name });
    expect([taken.code, taken.data]).to.deep.equal([1008002002, false]);
    expect((await client.put(`${BRAND}/update`, { id: ABSENT, name: unique("B") })).code).to.equal(1008002000);
    expect((await client.delete(`${BRAND}/delete?id=${ABSENT}`)).code).to.equal(1008002000);
    await buildSpu({ brandId: id });
    expect((await client.delete(`${BRAND}/delete?id=${id}`)).code).to.equal(1008002003);
    expect(await actionsOf(id, "brand")).to.deep.equal([]);
    for (const body of [{}, { name: "" }, { name: "x".repeat(101) }, { name: "x", status: "on" }])
      expect((await client.post(`${BRAND}/create`, body)).status).to.equal(400);
  });
});

describe("operators keep properties and their values", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator(["*"])).client;
  });

  it("create, get, update, page, delete, each write with its audit row", async () => {
    const name = unique("Colour");
    const id = await created(client, PROPERTY, { name, remark: "r" });
    expect((await client.get(`${PROPERTY}/get?id=${id}`)).data).to.include({ id, name, remark: "r" });
    const valueId = await created(client, `${PROPERTY}/value`, { propertyId: id, name: "Red" });
    expect((await client.get(`${PROPERTY}/value/get?id=${valueId}`)).data).to.include({
      id: valueId,
      propertyId: id,
      name: "Red",
    });
    expect((await client.put(`${PROPERTY}/update`, { id, name: `${name}s` })).data).to.equal(true);
    expect((await client.put(`${PROPERTY}/value/update`, { id: valueId, name: "Blue" })).data).to.equal(true);
    const found = await client.get(`${PROPERTY}/page?name=${encodeURIComponent(name)}`);
    expect(found.data.list.map((one: { name: string }) => one.name)).to.deep.equal([`${name}s`]);
    const values = await client.get(`${PROPERTY}/value/page?propertyId=${id}&name=blu`);
    expect(values.data).to.deep.include({ total: 1 });
    expect((await client.delete(`${PROPERTY}/delete?id=${id}`)).code).to.equal(1008003002);
    expect((await client.delete(`${PROPERTY}/value/delete?id=${valueId}`)).data).to.equal(true);
    expect((await client.delete(`${PROPERTY}/delete?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${PROPERTY}/get?id=${id}`)).code).to.equal(1008003000);
    expect((await client.get(`${PROPERTY}/value/get?id=${valueId}`)).code).to.equal(1008004000);
    const nouns = ["create", "update", "delete"];
    expect(await actionsOf(id, "property")).to.deep.equal(nouns.map((verb) => `property.${verb}`));
    expect(await actionsOf(valueId, "property-value")).to.deep.equal(nouns.map((verb) => `property-value.${verb}`));
  });

  it("names are used once, the absent is reported, bad input is 400", async () => {
    const name = unique("Size");
    const id = await created(client, PROPERTY, { name });
    const other = await created(client, PROPERTY, { name: unique("Size") });
    const valueId = await created(client, `${PROPERTY}/value`, { propertyId: id, name: "L" });
    await created(client, `${PROPERTY}/value`, { propertyId: id, name: "M" });
    await created(client, `${PROPERTY}/value`, { propertyId: other, name: "L" });
    const code = async (call: Promise<{ code: number }>): Promise<number> => (await call).code;
    expect(await code(client.post(`${PROPERTY}/create`, { name }))).to.equal(1008003001);
    expect(await code(client.put(`${PROPERTY}/update`, { id: other, name }))).to.equal(1008003001);
    expect(await code(client.put(`${PROPERTY}/update`, { id: ABSENT, name: "x" }))).to.equal(1008003000);
    expect(await code(client.delete(`${PROPERTY}/delete?id=${ABSENT}`))).to.equal(1008003000);
    const value = `${PROPERTY}/value`;
    expect(await code(client.post(`${value}/create`, { propertyId: id, name: "L" }))).to.equal(1008004001);
    expect(await code(client.post(`${value}/create`, { propertyId: ABSENT, name: "L" }))).to.equal(1008003000);
    expect(await code(client.put(`${value}/update`, { id: valueId, name: "M" }))).to.equal(1008004001);
    expect(await code(client.put(`${value}/update`, { id: ABSENT, name: "M" }))).to.equal(1008004000);
    expect(await code(client.delete(`${value}/delete?id=${ABSENT}`))).to.equal(1008004000);
    expect((await client.post(`${PROPERTY}/create`, {})).status).to.equal(400);
    expect((await client.post(`${value}/create`, { name: "x" })).status).to.equal(400);
  });

  it("a new name goes into the variants; a value in use stays", async () => {
    const id = await created(client, PROPERTY, { name: unique("Cut") });
    const valueId = await created(client, `${PROPERTY}/value`, { propertyId: id, name: "Slim" });
    const own = { propertyId: id, propertyName: "Cut", valueId, valueName: "Slim" };
    const { skuIds } = await buildSpu({
      specType: true,
      skus: [{ priceFen: 1, stock: 1, properties: [colour(1), own] }],
    });
    await client.put(`${PROPERTY}/update`, { id, name: unique("Fit") });
    const { name } = (await client.get(`${PROPERTY}/get?id=${id}`)).data;
    await client.put(`${PROPERTY}/value/update`, { id: valueId, name: "Wide" });
    expect((await readSku(skuIds[0]!)).properties).to.deep.equal([
      colour(1),
      { ...own, propertyName: name, valueName: "Wide" },
    ]);
    expect((await client.delete(`${PROPERTY}/value/delete?id=${valueId}`)).code).to.equal(1008004002);
  });
});

describe("the catalog's operator endpoints", () => {
  it("are for operators with the permission", async () => {
    for (const noun of [CATEGORY, BRAND, PROPERTY, `${PROPERTY}/value`])
      await expectGuarded([
        ["POST", `${noun}/create`],
        ["PUT", `${noun}/update`],
        ["DELETE", `${noun}/delete?id=1`],
        ["GET", `${noun}/get?id=1`],
        ["GET", noun === CATEGORY ? `${noun}/list` : `${noun}/page`],
      ]);
    await expectGuarded([["GET", `${BRAND}/list`]]);
  });
});
