import { expect } from "chai";
import { CartRowModel } from "#shared/domains/cart/cartRow.model.js";
import { SkuModel, SpuModel } from "#shared/domains/catalog/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { commandsDuring } from "#test/support/commands.js";

const path = (verb: string): string => `/app-api/trade/cart/${verb}`;
const ABSENT = 999_999_999;

interface Row {
  id: number;
  count: number;
  selected: boolean;
  sku: { id: number };
}
const list = async (client: Client): Promise<{ validList: Row[]; invalidList: Row[] }> =>
  (await client.get(path("list"))).data;
const count = async (client: Client): Promise<number> => (await client.post(path("get-count"))).data;

describe("the cart", () => {
  let one: BuiltMember;
  let client: Client;
  let memberId: number;
  beforeEach(async () => {
    one = await buildMember();
    client = one.client;
    memberId = one.member._id;
  });

  describe("add", () => {
    it("answers the row's id with success code 200", async () => {
      const { skuIds } = await buildSpu();
      const reply = await client.post(path("add"), { skuId: skuIds[0], count: 2 });
      expect([reply.status, reply.code, reply.msg]).to.deep.equal([200, 200, ""]);
      const { validList } = await list(client);
      expect(validList.map(({ id, count: units, selected }) => [id, units, selected])).to.deep.equal([
        [reply.data, 2, true],
      ]);
    });
    it("of a SKU that is there grows its row and selects it", async () => {
      const { cartId, skuId } = await buildCartRow(memberId, { count: 2 });
      await client.post(path("update-selected"), { ids: [cartId], selected: false });
      const reply = await client.post(path("add"), { skuId: String(skuId), count: 3 });
      expect(reply.data).to.equal(cartId);
      const { validList } = await list(client);
      expect(validList.map(({ count: units, selected }) => [units, selected])).to.deep.equal([[5, true]]);
    });
    it("tapped twenty times at once is one row with all counts", async () => {
      const { skuIds } = await buildSpu({ stock: 100 });
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => client.post(path("add"), { skuId: skuIds[0], count: 2 })),
      );
      expect(new Set(replies.map((reply) => reply.data)).size).to.equal(1);
      const rows = await CartRowModel.find({ memberId }).lean();
      expect(rows.map((row) => row.count)).to.deep.equal([40]);
    });
    it("tapped at once never goes beyond the stock", async () => {
      const { skuIds } = await buildSpu({ stock: 5 });
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => client.post(path("add"), { skuId: skuIds[0], count: 1 })),
      );
      expect(replies.filter((reply) => reply.code === 200)).to.have.length(5);
      expect(replies.filter((reply) => reply.code === 1008006004)).to.have.length(3);
      expect(await count(client)).to.equal(5);
    });
    it("costs the store two commands where the row is there, three where it is not", async () => {
      const { skuIds } = await buildSpu();
      const add = () => client.post(path("add"), { skuId: skuIds[0], count: 1 });
      const other = (await buildSpu()).skuIds[0]!;
      await client.post(path("add"), { skuId: other, count: 1 }); // what is made once: ids, what is remembered
      const isOfCart = (command: string): boolean => /cartRows| skus/.test(command);
      const first = (await commandsDuring(add)).filter(isOfCart);
      expect(first).to.deep.equal(["aggregate skus", "findAndModify cartRows", "insert cartRows"]);
      expect((await commandsDuring(add)).filter(isOfCart)).to.deep.equal(["aggregate skus", "findAndModify cartRows"]);
    });

    it("refuses more than the stock, counting what is in the cart already", async () => {
      const { skuIds } = await buildSpu({ stock: 5 });
      const body = (units: number) => ({ skuId: skuIds[0], count: units });
      expect((await client.post(path("add"), body(6))).code).to.equal(1008006004);
      expect((await client.post(path("add"), body(3))).code).to.equal(200);
      const reply = await client.post(path("add"), body(3));
      expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 1008006004, null]);
      expect(await count(client)).to.equal(3);
    });
    it("refuses a SKU that is unknown, whose product is off shelf or in the bin", async () => {
      const off = await buildSpu({ status: 0 });
      const binned = await buildSpu({ status: -1 });
      expect((await client.post(path("add"), { skuId: ABSENT, count: 1 })).code).to.equal(1008006000);
      expect((await client.post(path("add"), { skuId: binned.skuIds[0], count: 1 })).code).to.equal(1008006000);
      expect((await client.post(path("add"), { skuId: off.skuIds[0], count: 1 })).code).to.equal(1008005002);
    });
  });

  describe("update-count", () => {
    it("sets the count within the stock", async () => {
      const { skuIds } = await buildSpu({ stock: 5 });
      const { cartId } = await buildCartRow(memberId, { skuId: skuIds[0]! });
      const reply = await client.post(path("update-count"), { id: cartId, count: 5 });
      expect([reply.code, reply.data]).to.deep.equal([200, true]);
      expect(await count(client)).to.equal(5);
      const short = await client.post(path("update-count"), { id: cartId, count: 6 });
      expect([short.code, short.data]).to.deep.equal([1008006004, false]);
      expect(await count(client)).to.equal(5);
    });
    it("an absent row and another member's are the same refusal", async () => {
      const foreign = await buildCartRow((await buildMember()).member._id);
      const replies = [ABSENT, foreign.cartId].map((id) => client.post(path("update-count"), { id, count: 2 }));
      const [absent, notMine] = await Promise.all(replies);
      expect(absent?.code).to.equal(1011002000);
      expect(notMine?.text).to.equal(absent?.text);
      expect((await CartRowModel.findById(foreign.cartId).lean())?.count).to.equal(1);
    });
  });

  describe("update-selected", () => {
    it("ticks and unticks rows", async () => {
      const rows = [await buildCartRow(memberId), await buildCartRow(memberId)];
      const ids = rows.map((row) => row.cartId);
      const reply = await client.post(path("update-selected"), { ids: [...ids, ids[0]], selected: false });
      expect([reply.code, reply.data]).to.deep.equal([200, true]);
      expect((await list(client)).validList.map((row) => row.selected)).to.deep.equal([false, false]);
    });
    it("with one row of another member changes nothing", async () => {
      const own = await buildCartRow(memberId);
      const foreign = await buildCartRow((await buildMember()).member._id);
      const reply = await client.post(path("update-selected"), { ids: [own.cartId, foreign.cartId], selected: false });
      expect([reply.code, reply.data]).to.deep.equal([1011002000, false]);
      expect(
        await CartRowModel.countDocuments({ _id: { $in: [own.cartId, foreign.cartId] }, selected: true }),
      ).to.equal(2);
    });
  });

  describe("list", () => {
    it("shows the fields of the interface, the newest row first", async () => {
      const { spu, skus } = await buildSpu({ skus: [{ priceFen: 500, marketPriceFen: 700, stock: 3 }] });
      const first = await buildCartRow(memberId, { skuId: skus[0]!._id, count: 2 });
      const second = await buildCartRow(memberId);
      const { validList, invalidList } = await list(client);
      expect(invalidList).to.deep.equal([]);
      expect(validList.map((row) => row.id)).to.deep.equal([second.cartId, first.cartId]);
      expect(validList[1]).to.deep.equal({
        id: first.cartId,
        count: 2,
        selected: true,
        spu: { id: spu._id, name: spu.name, picUrl: mediaUrl(spu.picUrl), categoryId: spu.categoryId },
        sku: {
          id: first.skuId,
          picUrl: mediaUrl(spu.picUrl),
          price: 500,
          marketPrice: 700,
          stock: 3,
          properties: [{ propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" }],
        },
      });
    });
    it("sets apart what cannot be bought: off shelf, binned, sold out, variant gone", async () => {
      const off = await buildSpu();
      const binned = await buildSpu();
      const soldOut = await buildSpu();
      const gone = await buildSpu({ price: 4_200 });
      for (const { skuIds } of [off, binned, soldOut, gone]) await buildCartRow(memberId, { skuId: skuIds[0]! });
      await SpuModel.updateOne({ _id: off.spuId }, { $set: { status: 0 } });
      await SpuModel.updateOne({ _id: binned.spuId }, { $set: { status: -1 } });
      await SkuModel.updateOne({ _id: soldOut.skuIds[0]! }, { $set: { stock: 0, sold: 100 } });
      await SkuModel.deleteOne({ _id: gone.skuIds[0]! });
      const { validList, invalidList } = await list(client);
      expect(validList).to.deep.equal([]);
      expect(invalidList.map((row) => row.sku.id)).to.deep.equal(
        [gone, soldOut, binned, off].map(({ skuIds }) => skuIds[0]),
      );
      expect(invalidList[0]!.sku).to.include({ price: 4_200, stock: 0 });
      expect(await count(client)).to.equal(0);
    });
    it("drops a row whose product is gone for good", async () => {
      const { spuId, skuIds } = await buildSpu();
      const { cartId } = await buildCartRow(memberId, { skuId: skuIds[0]! });
      await SkuModel.deleteMany({ spuId });
      await SpuModel.deleteOne({ _id: spuId });
      expect(await list(client)).to.deep.equal({ validList: [], invalidList: [] });
      expect(await CartRowModel.exists({ _id: cartId })).to.equal(null);
    });
    it("is the member's own", async () => {
      await buildCartRow((await buildMember()).member._id);
      expect(await list(client)).to.deep.equal({ validList: [], invalidList: [] });
    });
  });

  describe("delete", () => {
    it("takes rows out", async () => {
      const [a, b] = [await buildCartRow(memberId), await buildCartRow(memberId)];
      const reply = await client.post(path("delete"), { ids: [a.cartId] });
      expect([reply.code, reply.data]).to.deep.equal([200, true]);
      expect((await list(client)).validList.map((row) => row.id)).to.deep.equal([b.cartId]);
    });
    it("with one row of another member takes none", async () => {
      const own = await buildCartRow(memberId);
      const foreign = await buildCartRow((await buildMember()).member._id);
      const reply = await client.post(path("delete"), { ids: [own.cartId, foreign.cartId] });
      expect([reply.code, reply.data]).to.deep.equal([1011002000, false]);
      expect(await CartRowModel.countDocuments({ _id: { $in: [own.cartId, foreign.cartId] } })).to.equal(2);
    });
  });

  describe("reset", () => {
    it("replaces an invalid row by another SKU", async () => {
      const off = await buildSpu();
      const old = await buildCartRow(memberId, { skuId: off.skuIds[0]! });
      await SpuModel.updateOne({ _id: off.spuId }, { $set: { status: 0 } });
      const { skuIds } = await buildSpu();
      const reply = await client.post(path("reset"), { id: old.cartId, skuId: skuIds[0], count: 4 });
      expect([reply.code, reply.data]).to.deep.equal([200, true]);
      const { validList, invalidList } = await list(client);
      expect(invalidList).to.deep.equal([]);
      expect(validList.map((row) => [row.sku.id, row.count])).to.deep.equal([[skuIds[0], 4]]);
    });
    it("sets the count of the row that the SKU has already", async () => {
      const old = await buildCartRow(memberId);
      const there = await buildCartRow(memberId, { count: 9 });
      await client.post(path("reset"), { id: old.cartId, skuId: there.skuId, count: 2 });
      const { validList } = await list(client);
      expect(validList.map((row) => [row.id, row.count])).to.deep.equal([[there.cartId, 2]]);
    });
    it("to the same SKU keeps the row", async () => {
      const row = await buildCartRow(memberId);
      await client.post(path("reset"), { id: row.cartId, skuId: row.skuId, count: 3 });
      expect((await list(client)).validList.map(({ id, count: units }) => [id, units])).to.deep.equal([
        [row.cartId, 3],
      ]);
    });
    it("at once with an add of that SKU ends in one row", async () => {
      for (let round = 0; round < 5; round++) {
        const old = await buildCartRow(memberId);
        const { skuIds } = await buildSpu();
        const replies = await Promise.all([
          client.post(path("reset"), { id: old.cartId, skuId: skuIds[0], count: 4 }),
          client.post(path("add"), { skuId: skuIds[0], count: 1 }),
        ]);
        expect(replies.map((reply) => reply.code)).to.deep.equal([200, 200]);
        const rows = await CartRowModel.find({ memberId, skuId: { $in: [old.skuId, skuIds[0]!] } }).lean();
        expect(rows.map((row) => row.skuId)).to.deep.equal([skuIds[0]]);
        expect(rows[0]!.count).to.be.oneOf([4, 5]);
      }
    });
    it("refuses a foreign row, an unknown SKU, too many, and then changes nothing", async () => {
      const own = await buildCartRow(memberId);
      const foreign = await buildCartRow((await buildMember()).member._id);
      const { skuIds } = await buildSpu({ stock: 1 });
      const reset = async (id: number, skuId: number, units: number) =>
        (await client.post(path("reset"), { id, skuId, count: units })).code;
      expect(await reset(foreign.cartId, skuIds[0]!, 1)).to.equal(1011002000);
      expect(await reset(ABSENT, skuIds[0]!, 1)).to.equal(1011002000);
      expect(await reset(own.cartId, ABSENT, 1)).to.equal(1008006000);
      expect(await reset(own.cartId, skuIds[0]!, 2)).to.equal(1008006004);
      expect((await list(client)).validList.map((row) => row.id)).to.deep.equal([own.cartId]);
      expect(await CartRowModel.exists({ _id: foreign.cartId })).not.to.equal(null);
    });
  });

  it("get-count sums all rows that can be bought, selected or not", async () => {
    const a = await buildCartRow(memberId, { count: 2 });
    await buildCartRow(memberId, { count: 3 });
    await client.post(path("update-selected"), { ids: [a.cartId], selected: false });
    const off = await buildSpu();
    await buildCartRow(memberId, { skuId: off.skuIds[0]!, count: 7 });
    const soldOut = await buildCartRow(memberId, { count: 9 });
    await SpuModel.updateOne({ _id: off.spuId }, { $set: { status: 0 } });
    await SkuModel.updateOne({ _id: soldOut.skuId }, { $set: { stock: 0 } });
    const reply = await client.post(path("get-count"));
    expect([reply.code, reply.data]).to.deep.equal([200, 5]);
  });

  it("bad input is named, a stranger is 401", async () => {
    const bad: [string, object, string][] = [
      ["add", { count: 1 }, "skuId"],
      ["add", { skuId: { $gt: "" }, count: 1 }, "skuId"],
      ["add", { skuId: 1, count: 0 }, "count"],
      ["add", { skuId: 1, count: "1" }, "count"],
      ["add", { skuId: 1, count: 1.5 }, "count"],
      ["update-count", { id: { $gt: "" }, count: 1 }, "id"],
      ["update-count", { id: 1, count: -1 }, "count"],
      ["update-selected", { ids: 1, selected: true }, "ids"],
      ["update-selected", { ids: [{ $gt: "" }], selected: true }, "ids.0"],
      ["update-selected", { ids: [1], selected: "true" }, "selected"],
      ["delete", { ids: [] }, "ids"],
      ["delete", { ids: { $gt: "" } }, "ids"],
      ["reset", { id: 1, skuId: { $gt: "" }, count: 1 }, "skuId"],
      ["reset", { id: [1], skuId: 1, count: 1 }, "id"],
      ["reset", { id: 1, skuId: 1, count: null }, "count"],
    ];
    for (const [verb, body, field] of bad) {
      const reply = await client.post(path(verb), body);
      expect([reply.status, reply.code], `${verb} ${JSON.stringify(body)}`).to.deep.equal([400, 400]);
      expect(reply.msg.slice(0, field.length)).to.equal(field);
    }
    for (const verb of ["add", "update-count", "update-selected", "delete", "reset", "get-count"])
      expect((await stranger.post(path(verb))).status).to.equal(401);
    expect((await stranger.get(path("list"))).status).to.equal(401);
  });
});
