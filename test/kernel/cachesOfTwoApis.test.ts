import { expect } from "chai";
import type { Redis } from "ioredis";
import { saveTradeConfig } from "#shared/domains/trade/saveTradeConfig.js";
import {
  adjustPoints,
  createSignInRule,
  deleteSignInRule,
  loyaltySettings,
  saveLoyaltyConfig,
  setMemberLevel,
} from "#shared/domains/loyalty/index.js";
import { switchSeckillConfig } from "#shared/domains/promotion/activity/seckill/changeSeckillConfig.js";
import { closeActivity } from "#shared/domains/promotion/activity/index.js";
import { Place } from "#shared/domains/promotion/promotion.codes.js";
import { banners, closeDiscountActivity, closeRewardActivity } from "#shared/domains/promotion/index.js";
import { shelveSpu, showOwnReview, updateCategory } from "#shared/domains/catalog/index.js";
import { FIRST_IN_ORDER } from "#shared/domains/catalog/product/shelf.js";
import { endLive } from "#shared/domains/live/index.js";
import { PayChannelModel, type PayChannelDoc } from "#shared/domains/pay/channel/payApp.model.js";
import { tradeConfig } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import type { Program } from "#scripts/deployment/program.js";
import { config } from "#shared/kernel/config/config.js";
import { broadcastsArrive } from "#shared/kernel/redis/broadcast.js";
import { cacheRedis, redisReady, subscriberRedis } from "#shared/kernel/redis/redis.js";
import { buildSeckill, wholeDaySlot } from "#test/factories/activity.js";
import { buildLevel, removeLevels } from "#test/factories/level.js";
import { buildLive } from "#test/factories/live.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBuyer, orderBody } from "#test/factories/order.js";
import { buildDiscountActivity, buildRewardActivity } from "#test/factories/promotion.js";
import { buildReview } from "#test/factories/review.js";
import { buildBrand, buildCategory, buildManySpus, buildSpu } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";

/** What a member reads, and an operator's change of it. */
interface Case {
  method: "GET" | "POST";
  path: string;
  body?: object;
  change: () => Promise<unknown>;
  after?: () => Promise<unknown>;
}

describe("what is cached, over two API processes", function () {
  let other: Program;
  let line: Redis;
  let buyer: Awaited<ReturnType<typeof buildBuyer>>;
  let operator: Client;
  const heard: string[] = [];
  before(async () => {
    const { url } = await startService();
    expect(url).to.be.a("string");
    await seedDelivery();
    other = await secondApi();
    buyer = await buildBuyer();
    operator = (await buildOperator()).client;
    line = subscriberRedis();
    line.on("message", (_channel: string, text: string) => heard.push(text));
    await line.subscribe(`${config.BULL_PREFIX}:broadcast`);
    await redisReady(cacheRedis());
    await eventually("broadcasts", async () => broadcastsArrive());
  });
  after(async () => {
    line.disconnect();
    await other.stop();
  });

  const settlementOf = (skuId: number) => ({
    method: "POST" as const,
    path: "/app-api/trade/order/settlement",
    body: orderBody(skuId, buyer.addressId),
  });
  const cases: Record<string, () => Promise<Case>> = {
    levels: async () => {
      let level: Awaited<ReturnType<typeof buildLevel>>;
      const change = async (): Promise<void> => void (level = await buildLevel());
      return { method: "GET", path: "/app-api/member/level/list", change, after: () => removeLevels(level) };
    },
    "a member's own level": async () => {
      const { skuIds } = await buildSpu({ price: 9_900 });
      const level = await buildLevel({ discountPercent: 80 });
      const memberId = buyer.member._id;
      const change = (): Promise<unknown> => setMemberLevel({ memberId, levelId: level._id, reason: "Two processes" });
      return { ...settlementOf(skuIds[0]!), change, after: () => removeLevels(level) };
    },
    "settings of points": async () => {
      const { skuIds } = await buildSpu({ price: 19_900 });
      await adjustPoints({ memberId: buyer.member._id, change: 500, reason: null });
      const before = await loyaltySettings();
      const points = { deductEnabled: true, fenPerPoint: 1, maxPoints: null, pointsPerYuan: before.pointsPerYuan + 7 };
      const change = (): Promise<unknown> => saveLoyaltyConfig(points);
      const { body, ...call } = settlementOf(skuIds[0]!);
      return { ...call, body: { ...body, pointStatus: true }, change, after: () => saveLoyaltyConfig(before) };
    },
    "rewards of signing in": async () => {
      const path = "/app-api/member/sign-in/config/list";
      let id: number;
      const change = async (): Promise<void> =>
        void (id = await createSignInRule({ day: 300, point: 3, experience: 0, status: 0 }));
      return { method: "GET", path, change, after: () => deleteSignInRule(id) };
    },
    "times of flash sales": async () => {
      const id = await wholeDaySlot();
      const path = "/app-api/promotion/seckill-config/list";
      const change = (): Promise<unknown> => switchSeckillConfig(id, 1);
      return { method: "GET", path, change, after: () => switchSeckillConfig(id, 0) };
    },
    "a page of products and its total": async () => {
      const { spuId } = await buildSpu();
      const path = "/app-api/product/spu/page";
      return { method: "POST", path, body: { ids: [spuId] }, change: () => shelveSpu(spuId, 0) };
    },
    "the total of so many products that they are counted": async () => {
      const brandId = await buildBrand();
      const [spuId] = await buildManySpus(FIRST_IN_ORDER + 1, { brandId });
      // The rows of the page stay the same: none of them is the one that goes.
      const body = { brandId, pageSize: 1 };
      return { method: "POST", path: "/app-api/product/spu/page", body, change: () => shelveSpu(spuId!, 0) };
    },
    "the total of a product's reviews": async () => {
      const { spuId } = await buildReview();
      const body = { spuId, pageSize: 1, pageNo: 3 };
      const path = "/app-api/product/comment/getCommentPage";
      return { method: "POST", path, body, change: () => buildReview({ spuId }) };
    },
    "the total of reviews of which their author hides one": async () => {
      const { _id, spuId, memberId } = await buildReview();
      const body = { spuId, pageSize: 1, pageNo: 3 };
      const path = "/app-api/product/comment/getCommentPage";
      return { method: "POST", path, body, change: () => showOwnReview(memberId, _id, false) };
    },
    "a product's own page": async () => {
      const { spuId } = await buildSpu();
      const path = "/app-api/product/spu/getSpuDetail";
      return { method: "POST", path, body: { id: spuId }, change: () => shelveSpu(spuId, 0) };
    },
    "whether the category of a product is disabled": async () => {
      const { parentId, categoryId } = await buildCategory();
      const { spuId } = await buildSpu({ categoryId });
      const change = async (): Promise<unknown> =>
        updateCategory(parentId, { name: `Two processes ${parentId}`, parentId: 0, status: 1 });
      return { method: "POST", path: "/app-api/product/spu/page", body: { ids: [spuId] }, change };
    },
    brands: async () => ({ method: "POST", path: "/app-api/product/brand/list", body: {}, change: () => buildBrand() }),
    "channels of payment": async () => {
      const path = "/app-api/pay/channel/get-enable-code-list";
      const update = "/admin-api/pay/channel/update";
      const one = { appId: 1, code: "payplat_app" };
      const { _id: id, feeRate } = (await PayChannelModel.findOne(one as never).lean<PayChannelDoc>())!;
      const set = async (status: number) => {
        const reply = await operator.put(update, { ...one, id, feeRate, status });
        expect(reply.code, reply.msg).to.equal(0);
      };
      return { method: "POST", path, body: { appId: 1 }, change: () => set(1), after: () => set(0) };
    },
    "settings of trade": async () => {
      const { _id, ...before } = await tradeConfig();
      const reasons = [...before.afterSaleRefundReasons, "Two processes"];
      return {
        method: "GET",
        path: "/app-api/trade/config/get",
        change: () => saveTradeConfig({ ...before, afterSaleRefundReasons: reasons }),
        after: () => saveTradeConfig(before),
      };
    },
    "fees of delivery": async () => {
      const at = (verb: string): string => `/admin-api/trade/delivery/express-template/${verb}`;
      const charge = { areaIds: [1], startCount: 1, startPrice: 700, extraCount: 1, extraPrice: 300 };
      const body = { name: `Two processes ${process.pid}`, chargeMode: 1, sort: 7, charges: [charge], frees: [] };
      const { data: id } = await operator.post(at("create"), body);
      const { skuIds } = await buildSpu({ price: 1_000, deliveryTemplateId: id });
      const charges = [{ ...charge, startPrice: 900 }];
      return { ...settlementOf(skuIds[0]!), change: () => operator.put(at("update"), { ...body, id, charges }) };
    },
    "a live that runs": async () => {
      const { live } = await buildLive();
      const path = "/app-api/cloudlive/live/like";
      return { method: "POST", path, body: { id: live._id, count: 1 }, change: () => endLive(live._id) };
    },
    banners: async () => ({
      method: "GET",
      path: "/app-api/promotion/banner/list?position=1",
      change: () => banners.create({ title: "Two processes", position: 1 }),
    }),
    "a flash sale": async () => {
      const { activityId } = await buildSeckill();
      const path = `/app-api/promotion/seckill-activity/get?id=${activityId}`;
      return { method: "GET", path, change: () => closeActivity(1, activityId) };
    },
    discounts: async () => {
      const { spuId, skuIds } = await buildSpu({ price: 9_900 });
      const products = [{ spuId, skuId: skuIds[0]!, kind: "amount" as const, percent: null, amountFen: 900 }];
      const id = await buildDiscountActivity({ products });
      return { ...settlementOf(skuIds[0]!), change: () => closeDiscountActivity(id) };
    },
    rewards: async () => {
      const { spuId, skuIds } = await buildSpu({ price: 19_900 });
      const id = await buildRewardActivity({ productScope: 2, scopeValues: [spuId] });
      return { ...settlementOf(skuIds[0]!), change: () => closeRewardActivity(id) };
    },
  };

  for (const [name, caseOf] of Object.entries(cases))
    it(`${name}: a change is seen at once where it was made, and told to the other`, async () => {
      const { method, path, body, change, after: restore } = await caseOf();
      const { url: here } = await startService();
      const read = async (url: string): Promise<string> => {
        const response = await fetch(url + path, {
          method,
          headers: { terminal: "20", "content-type": "application/json", authorization: `Bearer ${buyer.token}` },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return response.text();
      };
      const before = await read(here);
      expect(await read(other.url!), "the other").to.equal(before);
      heard.length = 0;
      await change();
      const now = await read(here);
      expect(now).not.to.equal(before);
      await eventually("the word", async () => heard.some((text) => text.includes('"cache:')));
      await eventually("the other process", async () => (await read(other.url!)) === now);
      await restore?.();
    });

  it("a change is seen by the other in the first read after its answer", async () => {
    const read = async (): Promise<string> =>
      (await fetch(`${other.url}/app-api/promotion/banner/list?position=${Place.rewards}`)).text();
    const wrong: string[] = [];
    for (let turn = 0; turn < 100; turn++) {
      const title = `Turn ${turn}`;
      const banner = {
        title,
        url: "/",
        picUrl: "https://shop.example/a.png",
        position: Place.rewards,
        sort: 0,
        status: 0,
      };
      const { data: id, msg } = await operator.post("/admin-api/promotion/banner/create", banner);
      expect(id, msg).to.be.a("number");
      if (!(await read()).includes(title)) wrong.push(`${title} not shown`);
      await operator.delete(`/admin-api/promotion/banner/delete?id=${id}`);
      if ((await read()).includes(title)) wrong.push(`${title} still shown`);
    }
    expect(wrong).to.deep.equal([]);
  });
});
