import { expect } from "chai";
import { SpuModel, type SpuPageQuery } from "#shared/domains/catalog/index.js";
import { buildBargain, buildGroupBuy, buildSeckill } from "#test/factories/activity.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildLive, buildLiveMount } from "#test/factories/live.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBuyer, buildUnpaidOrder, orderBody } from "#test/factories/order.js";
import { buildDiscountActivity } from "#test/factories/promotion.js";
import { buildBrand, buildCategory, buildManySpus, buildSpu, ownPlace } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import type { BuiltMember } from "#test/factories/member.js";

const OFF_SHELF = 1008005002;
const CATEGORY = "/admin-api/product/category";
interface Row {
  id: number;
}

describe("products of a disabled category", () => {
  let operator: Client;
  let buyer: BuiltMember & { addressId: number };
  let category: { parentId: number; categoryId: number };
  let brandId: number;
  before(async () => {
    await startService();
    operator = (await buildOperator(["*"])).client;
    buyer = await buildBuyer();
  });
  beforeEach(async () => {
    category = await buildCategory();
    brandId = await buildBrand();
  });

  const disabled = new Set<number>();
  afterEach(async () => {
    for (const id of disabled) await turn(id, 0);
  });

  async function turn(id: number, status: 0 | 1): Promise<void> {
    if (status === 1) disabled.add(id);
    else disabled.delete(id);
    const { data } = await operator.get(`${CATEGORY}/get?id=${id}`);
    const reply = await operator.put(`${CATEGORY}/update`, { ...data, status });
    expect(reply.code, reply.msg).to.equal(0);
  }
  const found = async (query: Partial<SpuPageQuery>): Promise<[number[], number]> => {
    const reply = await buyer.client.post<{ list: Row[]; total: number }>("/app-api/product/spu/page", {
      pageNo: 1,
      pageSize: 20,
      ...query,
    });
    expect(reply.code, reply.msg).to.equal(0);
    return [reply.data.list.map(({ id }) => id), reply.data.total];
  };
  const detail = (id: number) => buyer.client.post("/app-api/product/spu/getSpuDetail", { id });

  for (const level of ["its own category", "the one above it"] as const)
    it(`are not listed, found or opened while ${level} is disabled, and are back once it is enabled`, async () => {
      const other = await buildSpu({ name: "Umbra kept", brandId });
      const { spuId } = await buildSpu({ name: "Umbra closed", brandId, categoryId: category.categoryId });
      const turned = level === "its own category" ? category.categoryId : category.parentId;
      const searches: Partial<SpuPageQuery>[] = [
        { brandId },
        { brandId, sortField: "price" },
        { brandId, keyword: "umbra" },
        { ids: [spuId, other.spuId] },
        { brandId, isHot: false },
      ];
      const own: Partial<SpuPageQuery>[] = [
        { categoryId: category.categoryId },
        { categoryId: category.parentId },
        { categoryIds: [category.parentId, category.categoryId], brandId },
      ];
      for (const query of searches) expect((await found(query))[1], JSON.stringify(query)).to.equal(2);
      for (const query of own) expect(await found(query), JSON.stringify(query)).to.deep.equal([[spuId], 1]);
      await turn(turned, 1);
      for (const query of searches) expect(await found(query), JSON.stringify(query)).to.deep.equal([[other.spuId], 1]);
      for (const query of own) expect(await found(query), JSON.stringify(query)).to.deep.equal([[], 0]);
      expect((await detail(spuId)).code).to.equal(OFF_SHELF);
      await turn(turned, 0);
      for (const query of searches) expect((await found(query))[1], JSON.stringify(query)).to.equal(2);
      expect((await detail(spuId)).code).to.equal(0);
    });

  it("are not sold: in no settlement, order or cart; those in carts wait there, and orders stay", async () => {
    const { skuIds } = await buildSpu({ categoryId: category.categoryId });
    const skuId = skuIds[0]!;
    const { client, order } = await buildUnpaidOrder({ owner: buyer, skuId });
    const { cartId } = await buildCartRow(buyer.member._id, { skuId });
    const cart = async () => {
      const { data } = await client.get<{ validList: Row[]; invalidList: Row[] }>("/app-api/trade/cart/list");
      return { valid: data.validList.map(({ id }) => id), invalid: data.invalidList.map(({ id }) => id) };
    };
    expect(await cart()).to.deep.equal({ valid: [cartId], invalid: [] });
    await turn(category.parentId, 1);
    expect(await cart()).to.deep.equal({ valid: [], invalid: [cartId] });
    expect((await client.post("/app-api/trade/cart/get-count")).data).to.equal(0);
    expect((await client.post("/app-api/trade/cart/add", { skuId, count: 1 })).code).to.equal(OFF_SHELF);
    const body = orderBody(skuId, buyer.addressId);
    expect((await client.post("/app-api/trade/order/settlement", body)).code).to.equal(OFF_SHELF);
    expect((await client.post("/app-api/trade/order/create", body)).code).to.equal(OFF_SHELF);
    const seen = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(seen.code, seen.msg).to.equal(0);
    await turn(category.parentId, 0);
    expect(await cart()).to.deep.equal({ valid: [cartId], invalid: [] });
    expect((await client.post("/app-api/trade/order/create", body)).code).to.equal(0);
  });

  it("are in no activity that members see, and no bargain of them begins", async () => {
    const own = async () => ({ product: await ownPlace() });
    const built = [await buildSeckill(await own()), await buildGroupBuy(await own()), await buildBargain(await own())];
    const paths = ["seckill", "combination", "bargain"].map((name) => `/app-api/promotion/${name}-activity`);
    const { client } = buyer;
    const listed = async (at: number): Promise<boolean> => {
      const { data } = await client.get<Row[]>(`${paths[at]}/list`);
      return data.some(({ id }) => id === built[at]!.activityId);
    };
    for (const [at, { activityId, spuId }] of built.entries()) {
      const { categoryId } = (await SpuModel.findById(spuId).lean())!;
      expect(await listed(at), paths[at]).to.equal(true);
      await turn(categoryId, 1);
      expect(await listed(at), paths[at]).to.equal(false);
      expect((await client.get(`${paths[at]}/get?id=${activityId}`)).code).to.equal(OFF_SHELF);
    }
    const begun = await client.post("/app-api/promotion/bargain-record/create", { activityId: built[2]!.activityId });
    expect(begun.code).to.equal(OFF_SHELF);
  });

  it("are not among the discounted, and only operators see them in a live", async () => {
    const { spuId, skuIds } = await buildSpu({ categoryId: category.categoryId });
    await buildDiscountActivity({
      products: [{ spuId, skuId: skuIds[0]!, kind: "percent", percent: 80, amountFen: null }],
    });
    const { live } = await buildLive();
    await buildLiveMount(live._id, { spuId });
    const discounted = async (): Promise<string> =>
      (await stranger.get("/app-api/promotion/discount-activity/getDiscountActivity")).text;
    const inLive = async (client: Client, side: string): Promise<boolean> =>
      (await client.post<Row[]>(`/${side}/product/spu/getLiveSpuList`, { liveId: live._id })).text.includes(
        `"id":${spuId},`,
      );
    expect(await discounted()).to.include(`"spuId":${spuId},`);
    expect(await inLive(buyer.client, "app-api")).to.equal(true);
    await turn(category.categoryId, 1);
    expect(await discounted()).not.to.include(`"spuId":${spuId},`);
    expect(await inLive(buyer.client, "app-api")).to.equal(false);
    expect(await inLive(operator, "admin-api")).to.equal(true);
  });

  it("are not counted, however many products a search finds", async () => {
    await buildManySpus(1_005, { brandId });
    await buildManySpus(7, { brandId, categoryId: category.categoryId });
    expect((await found({ brandId }))[1]).to.equal(1_012);
    await turn(category.categoryId, 1);
    expect((await found({ brandId }))[1]).to.equal(1_005);
    await turn(category.categoryId, 0);
    expect((await found({ brandId }))[1]).to.equal(1_012);
  });
});
