import { expect } from "chai";
import { commitStock, reserveStock, StockMovementModel } from "#shared/domains/catalog/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBrand, buildCategory, buildSpu, readSku, readSpu } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";
import { auditOf, expectGuarded } from "./audited.js";
import { unversioned } from "#test/support/unversioned.js";

const SPU = "/admin-api/product/spu";
const STOCK = "/admin-api/product/sku/update-stock";
const MOVEMENTS = "/admin-api/product/stock-movement";
const ABSENT = 999_999_999;

describe("operators see and set the stock", () => {
  let client: Client;
  let member: Client;
  const detail = async (id: number) => (await client.get(`${SPU}/get-detail?id=${id}`)).data;
  const update = (body: object) => client.put(`${SPU}/update`, body);
  const balanced = async (skuId: number): Promise<number[]> => {
    const { stock, reserved, sold, initialStock } = await readSku(skuId);
    expect(stock + reserved + sold).to.equal(initialStock);
    return [stock, reserved, sold];
  };

  before(async () => {
    client = (await buildOperator(["*"])).client;
    member = (await buildMember()).client;
  });

  it("price and stock are seen at once; sold and held units are not touched", async () => {
    const { spuId, skuIds } = await buildSpu({ stock: 10 });
    const skuId = skuIds[0]!;
    await reserveStock(`paid-${skuId}`, [{ skuId, count: 2 }]);
    await commitStock(`paid-${skuId}`);
    await reserveStock(`open-${skuId}`, [{ skuId, count: 3 }]);
    expect(await balanced(skuId)).to.deep.equal([5, 3, 2]);
    const now = unversioned(await detail(spuId));
    await update({ ...now, skus: [{ ...now.skus[0], price: 777, stock: undefined }] });
    expect(await balanced(skuId)).to.deep.equal([5, 3, 2]);
    await update({ ...now, skus: [{ price: 778, stock: 20 }] });
    expect(await balanced(skuId)).to.deep.equal([20, 3, 2]);
    const shown = await member.post("/app-api/product/spu/getSpuDetail", { id: spuId });
    expect(shown.data).to.include({ price: 778, stock: 20 });
    const listed = await member.post("/app-api/product/spu/page", { ids: [spuId] });
    expect(listed.data.list[0]).to.include({ price: 778, stock: 20 });
    const movements = await StockMovementModel.find({ skuId, kind: "adjust" }).lean();
    expect(movements.map((movement) => movement.count)).to.deep.equal([15]);
  });

  it("what was bought while the operator's form stood open is not put back by saving it", async () => {
    const { spuId, skuIds } = await buildSpu({ stock: 10 });
    const skuId = skuIds[0]!;
    const form = unversioned(await detail(spuId));
    await reserveStock(`form-${skuId}`, [{ skuId, count: 3 }]);
    expect((await update({ ...form, name: "Renamed" })).code).to.equal(0);
    expect(await balanced(skuId)).to.deep.equal([7, 3, 0]);
    expect((await update({ ...form, skus: [{ ...form.skus[0], stock: 20 }] })).code).to.equal(0);
    expect(await balanced(skuId)).to.deep.equal([17, 3, 0]);
    const short = await update({ ...form, skus: [{ ...form.skus[0], stock: 2 }] });
    expect([short.code, short.data]).to.deep.equal([1008006004, false]);
    expect(await balanced(skuId)).to.deep.equal([17, 3, 0]);
  });

  it("the stock of a variant is set or moved by an operator", async () => {
    const { spuId, skuIds } = await buildSpu({ stock: 10 });
    const skuId = skuIds[0]!;
    await reserveStock(`count-${skuId}`, [{ skuId, count: 4 }]);
    const put = async (body: object): Promise<number> =>
      (await client.put(STOCK, { skuId, reason: "counted", ...body })).code;
    expect(await put({ stock: 50 })).to.equal(0);
    expect(await balanced(skuId)).to.deep.equal([50, 4, 0]);
    expect(await put({ change: -20 })).to.equal(0);
    expect(await balanced(skuId)).to.deep.equal([30, 4, 0]);
    expect((await readSpu(spuId)).spu.stock).to.equal(30);
    expect(await put({ change: -31 })).to.equal(1008006004);
    expect(await put({ stock: 0 })).to.equal(0);
    expect(await balanced(skuId)).to.deep.equal([0, 4, 0]);
    expect(await put({ skuId: ABSENT, stock: 1 })).to.equal(1008006000);
    for (const body of [{}, { stock: -1 }, { stock: 1, change: 1 }, { change: "1" }, { stock: { $gt: "" } }])
      expect(await put(body)).to.equal(400);
    expect((await auditOf("sku", skuId)).filter(({ action }) => action === "sku.update-stock")).to.have.length(3);
  });

  it("says why, and every movement can be read and taken as a file", async () => {
    const { spuId, skuIds } = await buildSpu({ stock: 10 });
    const skuId = skuIds[0]!;
    for (const reason of [undefined, "", " ", "x".repeat(201)]) {
      const refused = await client.put(STOCK, { skuId, stock: 3, reason });
      expect([refused.status, refused.msg.split(":")[0]]).to.deep.equal([400, "reason"]);
    }
    expect((await client.put(STOCK, { skuId, change: -3, reason: "Broken in the store" })).code).to.equal(0);
    await reserveStock(`order-${skuId}`, [{ skuId, count: 2 }]);
    const form = await detail(spuId);
    expect((await update({ ...form, skus: [{ ...form.skus[0], stock: 20 }] })).code).to.equal(0);
    const page = async (query: string) => (await client.get(`${MOVEMENTS}/page?${query}`)).data;
    const { list, total } = await page(`spuId=${spuId}`);
    expect(total).to.equal(3);
    const { spu } = await readSpu(spuId);
    const told = list.map((row: Record<string, unknown>) => [row["kind"], row["count"], row["reason"], row["skuId"]]);
    expect(told).to.deep.equal([
      ["adjust", 15, "Product edited by an operator", skuId],
      ["reserve", 2, "", skuId],
      ["adjust", -3, "Broken in the store", skuId],
    ]);
    expect(list[0]).to.include({ spuId, spuName: spu.name });
    const at = list[1].createTime as number;
    for (const [query, found] of [
      [`skuId=${skuId}`, 3],
      [`skuId=${skuId}&kind=reserve`, 1],
      [`refId=order-${skuId}`, 1],
      [`skuId=${skuId}&createTime=${at}&createTime=${at}`, 1],
      [`skuId=${skuId}&spuId=${ABSENT}`, 0],
    ] as const)
      expect((await page(query)).total, query).to.equal(found);
    expect((await client.get(`${MOVEMENTS}/page?kind=theft`)).msg).to.match(/^kind/);
    const file = (await client.get(`${MOVEMENTS}/export?skuId=${skuId}`)).text.trim().split("\r\n");
    expect(file).to.have.length(4);
    expect(file[3]).to.contain("Broken in the store");
  });

  it("movements are read with their right alone", () =>
    expectGuarded([
      ["GET", `${MOVEMENTS}/page`],
      ["GET", `${MOVEMENTS}/export`],
    ]));

  it("buyers and an operator who counts at the same time lose no unit", async () => {
    const { skuIds } = await buildSpu({ stock: 100 });
    const skuId = skuIds[0]!;
    await Promise.all([
      ...Array.from({ length: 10 }, (_, buyer) => reserveStock(`both-${skuId}-${buyer}`, [{ skuId, count: 1 }])),
      ...Array.from({ length: 5 }, () => client.put(STOCK, { skuId, change: 10, reason: "counted" })),
    ]);
    expect(await balanced(skuId)).to.deep.equal([140, 10, 0]);
  });

  it("the tabs: on sale, warehouse, sold out, nearly, recycle bin", async () => {
    const brandId = await buildBrand();
    const { parentId, categoryId } = await buildCategory();
    const name = `Tabbed ${process.pid}`;
    const build = async (more: object): Promise<number> =>
      (await buildSpu({ brandId, categoryId, name, ...more })).spuId;
    const counts = (await client.get(`${SPU}/get-count`)).data;
    const [plenty, few, none] = [await build({ stock: 11 }), await build({ stock: 10 }), await build({ stock: 0 })];
    const [off, bin] = [await build({ status: 0 }), await build({ status: -1, stock: 0 })];
    const ids = async (filter: string): Promise<number[]> => {
      const reply = await client.get(`${SPU}/page?${filter}`);
      expect(reply.code, reply.text).to.equal(0);
      expect(reply.data.total).to.equal(reply.data.list.length);
      return reply.data.list.map((spu: { id: number }) => spu.id);
    };
    const tab = (tabType: number) => ids(`brandId=${brandId}&tabType=${tabType}`);
    expect(await tab(0)).to.deep.equal([none, few, plenty]);
    expect(await tab(1)).to.deep.equal([off]);
    expect(await tab(2)).to.deep.equal([none]);
    expect(await tab(3)).to.deep.equal([none, few]);
    expect(await tab(4)).to.deep.equal([bin]);
    expect(await ids(`categoryId=${parentId}`)).to.deep.equal([off, none, few, plenty]);
    expect(await ids(`name=${encodeURIComponent(name.toUpperCase())}&tabType=1`)).to.deep.equal([off]);
    expect(await ids(`id=${bin}`)).to.deep.equal([bin]);
    expect(await ids(`id=${bin}&tabType=0`)).to.deep.equal([]);
    expect(await ids(`id=${few}&tabType=3`)).to.deep.equal([few]);
    const { createdAt } = (await readSpu(few)).spu;
    const at = createdAt.getTime();
    expect(await ids(`brandId=${brandId}&createTime=${at}&createTime=${at}`)).to.include(few);
    expect(await ids(`brandId=${brandId}&createTime=0&createTime=1`)).to.deep.equal([]);
    const now = (await client.get(`${SPU}/get-count`)).data;
    expect([0, 1, 2, 3, 4].map((key) => now[key] - counts[key])).to.deep.equal([3, 1, 1, 2, 1]);
    for (const filter of ["tabType=5", "createTime=x", "createTime=2&createTime=1", "pageSize=101"])
      expect((await client.get(`${SPU}/page?${filter}`)).status, filter).to.equal(400);
  });
});
