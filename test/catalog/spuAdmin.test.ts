import { expect } from "chai";
import { commitStock, releaseStock, reserveStock, rollUpWithOthers } from "#shared/domains/catalog/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBrand, buildCategory, readSku, readSpu } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { abortedDuring } from "#test/support/commands.js";
import { runJobs } from "#test/support/runJobs.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { startService } from "#test/support/service.js";
import { auditOf, expectGuarded } from "./audited.js";

const SPU = "/admin-api/product/spu";
const STOCK = "/admin-api/product/sku/update-stock";
const PROPERTY = "/admin-api/product/property";
const ABSENT = 999_999_999;
let serial = 0;
const unique = (word: string): string => `${word} ${process.pid} ${++serial}`;

describe("operators keep products", () => {
  let client: Client;
  let member: Client;
  let place: { categoryId: number; brandId: number };
  let colour: number;
  let values: number[];
  const fields = (more: object = {}) => ({
    ...place,
    name: unique("Kettle"),
    picUrl: "public/test/kettle.png",
    skus: [{ price: 9_900, marketPrice: 12_000, costPrice: 5_000, stock: 10, weight: 1.5 }],
    ...more,
  });
  const variant = (index: number, more: object = {}) => ({
    properties: [{ propertyId: colour, valueId: values[index] }],
    price: 1_000 * (index + 1),
    stock: 5,
    ...more,
  });
  const create = async (body: object): Promise<number> => {
    const reply = await client.post(`${SPU}/create`, body);
    expect([reply.status, reply.code], reply.text).to.deep.equal([200, 0]);
    return reply.data;
  };
  const detail = async (id: number) => (await client.get(`${SPU}/get-detail?id=${id}`)).data;
  const update = (body: object) => client.put(`${SPU}/update`, body);
  const balanced = async (skuId: number): Promise<number[]> => {
    const { stock, reserved, sold, initialStock } = await readSku(skuId);
    expect(stock + reserved + sold).to.equal(initialStock);
    return [stock, reserved, sold];
  };

  before(async () => {
    await startService();
    await seedDelivery();
    client = (await buildOperator(["*"])).client;
    member = (await buildMember()).client;
    place = { categoryId: (await buildCategory()).categoryId, brandId: await buildBrand() };
    colour = (await client.post(`${PROPERTY}/create`, { name: unique("Colour") })).data;
    values = [];
    for (const name of ["Red", "Green", "Blue"])
      values.push((await client.post(`${PROPERTY}/value/create`, { propertyId: colour, name })).data);
  });

  it("forty of one category and brand that come or change at once abort nobody's transaction", async () => {
    let ids: number[] = [];
    const made = await abortedDuring(async () => {
      ids = await Promise.all(Array.from({ length: 40 }, () => create(fields())));
    });
    expect([new Set(ids).size, made]).to.deep.equal([40, []]);
    await runJobs();
    const forms = await Promise.all(ids.map(detail));
    const changed = await abortedDuring(async () => {
      const replies = await Promise.all(forms.map((form) => update({ ...form, name: unique("Pot") })));
      expect(replies.filter(({ code }) => code !== 0)).to.deep.equal([]);
    });
    expect(changed.filter((commands) => commands.some((one) => /Categories|Brands/.test(one)))).to.deep.equal([]);
  });

  it("a single-spec product has one variant, Default, and stands on the shelf at once", async () => {
    const body = fields({
      introduction: "Boils",
      keyword: "water",
      sliderPicUrls: ["https://cdn.example/1.png", mediaUrl("public/test/2.png")],
      deliveryTypes: [2],
      isVirtual: true,
      needPrescription: true,
      isHot: true,
      isNew: true,
      giveIntegral: 5,
      virtualSalesCount: 7,
      sort: 2,
      deliveryTemplateId: 1,
    });
    const id = await create(body);
    const { spu, skus } = await readSpu(id);
    expect(spu.sliderPicUrls).to.deep.equal(["https://cdn.example/1.png", "public/test/2.png"]);
    expect(await detail(id)).to.deep.equal({
      ...body,
      id,
      version: 0,
      picUrl: mediaUrl("public/test/kettle.png"),
      description: "",
      descriptionOne: "",
      descriptionTwo: "",
      descriptionThree: "",
      status: 1,
      specType: false,
      price: 9_900,
      marketPrice: 12_000,
      stock: 10,
      salesCount: 0,
      createTime: spu.createdAt.getTime(),
      skus: [
        {
          id: skus[0]!._id,
          spuId: id,
          properties: [{ propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" }],
          price: 9_900,
          marketPrice: 12_000,
          costPrice: 5_000,
          barCode: "",
          picUrl: mediaUrl("public/test/kettle.png"),
          stock: 10,
          reserved: 0,
          sold: 0,
          weight: 1.5,
          volume: 0,
        },
      ],
    });
    expect((await member.post("/app-api/product/spu/getSpuDetail", { id })).data).to.include({
      price: 9_900,
      isHot: true,
      isNew: true,
      salesCount: 7,
    });
    const [row] = (await auditOf("spu", id)).filter(({ action }) => action === "spu.create");
    expect(row).to.include({ module: "product", bizId: String(id) });
  });

  it("several variants: lowest price, sum of stock, names as the properties are called", async () => {
    const id = await create(fields({ specType: true, skus: [variant(1), variant(0)] }));
    const shown = await detail(id);
    expect(shown).to.include({ specType: true, price: 1_000, stock: 10 });
    expect(shown.skus[0].properties[0]).to.include({ propertyId: colour, valueId: values[1], valueName: "Green" });
  });

  it("what cannot stand is refused by name", async () => {
    const { parentId } = await buildCategory();
    const off = await buildBrand({ status: 1 });
    const { categoryId: closed } = await buildCategory();
    const { data } = await client.get(`/admin-api/product/category/get?id=${closed}`);
    await client.put("/admin-api/product/category/update", { ...data, status: 1 });
    const twice = [...variant(0).properties, { propertyId: colour, valueId: values[1] }];
    const multi = (...skus: object[]) => fields({ specType: true, skus });
    const cases: [object, number][] = [
      [fields({ categoryId: ABSENT }), 1008001000],
      [fields({ categoryId: parentId }), 1008005010],
      [fields({ categoryId: closed }), 1008001004],
      [fields({ brandId: ABSENT }), 1008002000],
      [fields({ brandId: off }), 1008002001],
      [fields({ deliveryTemplateId: ABSENT }), 1011005001],
      [multi(variant(0, { properties: [{ propertyId: ABSENT, valueId: values[0] }] })), 1008003000],
      [multi(variant(0, { properties: [{ propertyId: colour, valueId: ABSENT }] })), 1008004000],
      [multi(variant(0, { properties: twice })), 1008006001],
      [multi(variant(0), variant(1, { properties: [] })), 1008006002],
      [multi(variant(0), variant(0)), 1008006003],
    ];
    const id = await create(fields());
    for (const [body, code] of cases) {
      expect((await client.post(`${SPU}/create`, body)).code).to.equal(code);
      const changed = await update({ ...body, id });
      expect([changed.code, changed.data]).to.deep.equal([code, false]);
    }
    expect((await update(fields({ id: ABSENT }))).code).to.equal(1008005001);
    for (const [wrong, field] of [
      [{ name: undefined }, "name"],
      [{ name: "" }, "name"],
      [{ picUrl: "ftp://x" }, "picUrl"],
      [{ skus: [] }, "skus"],
      [{ skus: [{ price: -1, stock: 1 }] }, "skus.0.price"],
      [{ skus: [{ price: "1", stock: 1 }] }, "skus.0.price"],
      [{ skus: [{ price: 1 }] }, "skus.0.stock"],
      [{ deliveryTypes: [3] }, "deliveryTypes.0"],
      [{ status: 2 }, "status"],
      [{ isHot: 1 }, "isHot"],
    ] as const) {
      const reply = await client.post(`${SPU}/create`, fields(wrong));
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
  });

  it("variants keep their ids by their properties; new ones come, others go", async () => {
    const id = await create(fields({ specType: true, skus: [variant(0), variant(1)] }));
    const before = await detail(id);
    const [red, green] = before.skus.map((sku: { id: number }) => sku.id);
    const reply = await update({ ...before, skus: [variant(2), variant(1, { price: 1, stock: 8 })] });
    expect([reply.code, reply.data], reply.msg).to.deep.equal([0, true]);
    const after = await detail(id);
    expect(after).to.include({ price: 1, stock: 13 });
    expect(after.skus.map((sku: { id: number }) => sku.id))
      .to.include(green)
      .and.not.include(red);
    expect(after.skus).to.have.length(2);
    expect(await balanced(green)).to.deep.equal([8, 0, 0]);
    const [row] = (await auditOf("spu", id)).filter(({ action }) => action === "spu.update");
    expect((row!.before as { skus: unknown[] }).skus).to.have.length(2);
    const single = await update({ ...after, specType: false, skus: [{ price: 5, stock: 1 }] });
    expect(single.code, single.msg).to.equal(0);
    expect((await detail(id)).skus.map((sku: { price: number }) => sku.price)).to.deep.equal([5]);
  });

  it("what get-detail answers can be sent back and changes nothing", async () => {
    const id = await create(fields({ specType: true, skus: [variant(0), variant(1)], isVirtual: true }));
    const before = await detail(id);
    expect((await update(before)).code).to.equal(0);
    expect(await detail(id)).to.deep.equal({ ...before, version: 1 });
  });

  it("a text that is sent empty is empty, one that is left out stays", async () => {
    const id = await create(fields({ keyword: "water", introduction: "Boils", descriptionOne: "<p>Safe</p>" }));
    const { introduction: _left, ...whole } = await detail(id);
    const reply = await client.put(`${SPU}/update`, { ...whole, keyword: "", descriptionOne: null });
    expect(reply.code, reply.msg).to.equal(0);
    expect(await detail(id)).to.include({ keyword: "", descriptionOne: "", introduction: "Boils" });
  });

  it("what a variant sold stays counted when it goes", async () => {
    const id = await create(fields({ specType: true, virtualSalesCount: 2, skus: [variant(0), variant(1)] }));
    const before = await detail(id);
    const [red, green] = before.skus.map((sku: { id: number }) => sku.id);
    for (const [skuId, count] of [
      [red, 3],
      [green, 1],
    ]) {
      await reserveStock(`sold-${skuId}`, [{ skuId, count }]);
      await commitStock(`sold-${skuId}`);
    }
    await rollUpWithOthers(id);
    const sales = async (): Promise<number[]> => [
      (await detail(id)).salesCount,
      (await member.post("/app-api/product/spu/getSpuDetail", { id })).data.salesCount,
    ];
    expect(await sales()).to.deep.equal([4, 6]);
    expect((await update({ ...before, skus: [variant(1)] })).code).to.equal(0);
    expect(await sales()).to.deep.equal([4, 6]);
    await rollUpWithOthers(id);
    await rollUpWithOthers(id);
    expect(await sales()).to.deep.equal([4, 6]);
  });

  it("a variant that unpaid orders hold stays until they end", async () => {
    const id = await create(fields({ specType: true, skus: [variant(0), variant(1)] }));
    const before = await detail(id);
    const line = [{ skuId: before.skus[0].id as number, count: 2 }];
    await reserveStock(`held-${id}`, line);
    const without = { ...before, skus: [variant(1)] };
    expect((await update(without)).code).to.equal(1008006005);
    expect((await detail(id)).skus).to.have.length(2);
    await releaseStock(`held-${id}`);
    expect((await update(without)).code).to.equal(0);
  });

  it("off the shelf is off for clients and in carts at once", async () => {
    const id = await create(fields());
    const [sku] = (await detail(id)).skus;
    const buyer = (await buildMember()).client;
    const added = await buyer.post("/app-api/trade/cart/add", { skuId: sku.id, count: 1 });
    expect(added.code, added.text).to.equal(200);
    const cart = async () => (await buyer.get("/app-api/trade/cart/list")).data;
    expect((await cart()).validList).to.have.length(1);
    const off = await client.put(`${SPU}/update-status`, { id, status: 0 });
    expect([off.code, off.data]).to.deep.equal([0, true]);
    expect((await member.post("/app-api/product/spu/getSpuDetail", { id })).code).to.equal(1008005002);
    const after = await cart();
    expect([after.validList.length, after.invalidList.length]).to.deep.equal([0, 1]);
    await client.put(`${SPU}/update-status`, { id, status: 1 });
    expect((await cart()).validList).to.have.length(1);
    expect((await client.put(`${SPU}/update-status`, { id: ABSENT, status: 1 })).code).to.equal(1008005001);
    expect((await client.put(`${SPU}/update-status`, { id, status: 2 })).status).to.equal(400);
    const statuses = (await auditOf("spu", id)).filter(({ action }) => action === "spu.update-status");
    expect(statuses.map(({ after: now }) => now)).to.deep.equal([{ status: 0 }, { status: 1 }]);
  });

  it("only what lies in the recycle bin is deleted, and not while orders hold it", async () => {
    const id = await create(fields());
    const [sku] = (await detail(id)).skus;
    const remove = () => client.delete(`${SPU}/delete?id=${id}`);
    expect((await remove()).code).to.equal(1008005004);
    await reserveStock(`bin-${id}`, [{ skuId: sku.id, count: 1 }]);
    await client.put(`${SPU}/update-status`, { id, status: -1 });
    expect((await remove()).code).to.equal(1008006005);
    expect((await detail(id)).skus).to.have.length(1);
    await releaseStock(`bin-${id}`);
    expect((await remove()).data).to.equal(true);
    expect((await client.get(`${SPU}/get-detail?id=${id}`)).code).to.equal(1008005001);
    expect((await remove()).code).to.equal(1008005001);
    expect((await auditOf("spu", id)).map((row) => row.action)).to.include("spu.delete");
  });

  it("strangers, members and other operators may not", async () => {
    await expectGuarded([
      ["POST", `${SPU}/create`],
      ["PUT", `${SPU}/update`],
      ["PUT", `${SPU}/update-status`],
      ["DELETE", `${SPU}/delete?id=1`],
      ["GET", `${SPU}/get-detail?id=1`],
      ["GET", `${SPU}/page`],
      ["GET", `${SPU}/get-count`],
      ["PUT", STOCK],
    ]);
    expect((await stranger.post(`${SPU}/create`, { name: 1 })).status).to.equal(401);
  });
});
