import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import type { OperationLogDoc } from "#shared/domains/audit/index.js";
import { clock, days, hours } from "#shared/kernel/time/clock.js";
import {
  buildBargain,
  buildGroupBuy,
  buildSeckill,
  goodsNow,
  order,
  orderAndPay,
  wholeDaySlot,
} from "#test/factories/activity.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildSpu } from "#test/factories/spu.js";
import { call, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const root = "/admin-api/promotion";

interface Kind {
  noun: string;
  /** not found, SKU in another, closed: no update, no delete, closed already */
  codes: [number, number, number, number, number];
  body: (goods: { spuId: number; skuId: number }) => Promise<Record<string, unknown>>;
  /** A field that an update changes, and its value. */
  changed: [string, unknown];
}
const window = () => ({ startTime: clock.ms() - hours(1), endTime: clock.ms() + days(1) });
const kinds: Kind[] = [
  {
    noun: "seckill-activity",
    codes: [1013008000, 1013008002, 1013008003, 1013008004, 1013008005],
    body: async ({ spuId, skuId }) => ({
      name: "Ten o'clock",
      ...window(),
      spuId,
      configIds: [await wholeDaySlot()],
      totalLimitCount: 3,
      singleLimitCount: 2,
      products: [{ skuId, seckillPrice: 990, stock: 7 }],
    }),
    changed: ["totalLimitCount", 5],
  },
  {
    noun: "combination-activity",
    codes: [1013010000, 1013010001, 1013010002, 1013010003, 1013010004],
    body: async ({ spuId, skuId }) => ({
      name: "Two together",
      ...window(),
      spuId,
      userSize: 2,
      limitDuration: 24,
      virtualGroup: false,
      products: [{ skuId, combinationPrice: 990 }],
    }),
    changed: ["userSize", 3],
  },
  {
    noun: "bargain-activity",
    codes: [1013012000, 1013012001, 1013012002, 1013012003, 1013012005],
    body: async ({ spuId, skuId }) => ({
      name: "Ask your friends",
      ...window(),
      spuId,
      skuId,
      bargainFirstPrice: 9_900,
      bargainMinPrice: 100,
      stock: 5,
      helpMaxCount: 20,
      bargainCount: 2,
      totalLimitCount: 1,
      randomMinPrice: 100,
      randomMaxPrice: 900,
    }),
    changed: ["helpMaxCount", 30],
  },
  {
    noun: "point-activity",
    codes: [1013007000, 1013007001, 1013007002, 1013007003, 1013007004],
    body: async ({ spuId, skuId }) => ({ spuId, products: [{ skuId, point: 100, price: 0, count: 2, stock: 5 }] }),
    changed: ["sort", 9],
  },
];

const auditOf = async (noun: string, bizId: number): Promise<string[]> =>
  (
    await OperationLogModel.find({ module: "promotion", bizId: String(bizId) })
      .sort({ _id: 1 })
      .lean<OperationLogDoc[]>()
  ).flatMap(({ action }) => (action.startsWith(`${noun}.`) ? [action.slice(noun.length + 1)] : []));

describe("operators' activities", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator()).client;
  });
  const goods = async () => {
    const { spuId, skuIds } = await buildSpu();
    return { spuId, skuId: skuIds[0]! };
  };

  for (const { noun, codes, body, changed } of kinds) {
    const [notFound, taken, noUpdate, noDelete, alreadyClosed] = codes;
    describe(noun, () => {
      const to = (verb: string): string => `${root}/${noun}/${verb}`;

      it("is created, read, changed as it was read, closed, deleted; each write leaves its audit row", async () => {
        const sent = await body(await goods());
        const made = await client.post(to("create"), sent);
        expect(made.code, made.msg).to.equal(0);
        const id: number = made.data;
        const got = (await client.get(`${to("get")}?id=${id}`)).data;
        const { products, ...plain } = sent;
        expect(got).to.deep.include({ ...plain, id, status: 20 });
        if (products) expect(got.products[0]).to.include((products as object[])[0] as never);
        const update = await client.put(to("update"), { ...got, [changed[0]]: changed[1] });
        expect([update.data, update.msg]).to.deep.equal([true, ""]);
        const after = (await client.get(`${to("get")}?id=${id}`)).data;
        expect(after).to.deep.equal({ ...got, [changed[0]]: changed[1], version: 1 });
        const page = await client.get(`${to("page")}?status=20&pageSize=100`);
        expect(page.data.list.map((row: { id: number }) => row.id)).to.include(id);
        expect((await client.delete(`${to("delete")}?id=${id}`)).code).to.equal(noDelete);
        expect((await client.put(to("close"), { id })).data).to.equal(true);
        expect((await client.get(`${to("get")}?id=${id}`)).data.status).to.equal(40);
        expect((await client.put(to("close"), { id })).code).to.equal(alreadyClosed);
        expect((await client.put(to("update"), { ...got, id })).code).to.equal(noUpdate);
        expect((await client.delete(`${to("delete")}?id=${id}`)).data).to.equal(true);
        expect((await client.get(`${to("get")}?id=${id}`)).code).to.equal(notFound);
        expect(await auditOf(noun, id)).to.deep.equal(["create", "update", "close", "delete"]);
      });

      it("a SKU stands in one running activity of the kind, also for two operators at once", async () => {
        const sku = await goods();
        const sent = await body(sku);
        const both = await Promise.all([client.post(to("create"), sent), client.post(to("create"), sent)]);
        expect(both.map(({ code }) => code).sort()).to.deep.equal([0, taken]);
        const id = both.find(({ code }) => code === 0)!.data;
        await client.put(to("close"), { id });
        expect((await client.post(to("create"), sent)).code).to.equal(0);
      });

      it("goods of another product, unknown ids and bad fields are refused", async () => {
        const sku = await goods();
        const sent = await body(sku);
        const { spuId } = await goods();
        expect((await client.post(to("create"), { ...sent, spuId })).code).to.be.greaterThan(1_000_000);
        expect((await client.post(to("create"), { ...sent, spuId: 987_654_321 })).code).to.equal(1008005001);
        for (const verb of ["update", "close"])
          expect((await client.put(to(verb), { ...sent, id: 987_654_321 })).code).to.equal(notFound);
        for (const field of Object.keys(sent).filter((name) => name !== "virtualGroup")) {
          const bad = await client.post(to("create"), { ...sent, [field]: { $gt: "" } });
          expect([bad.code, bad.msg.startsWith(field)], `${field}: ${bad.msg}`).to.deep.equal([400, true]);
        }
      });

      it("asks for sign-in, then for the permission, then looks at the input", async () => {
        const member = await buildMember();
        const other = (await buildOperator(["trade:order:query"])).token;
        const verbs = [
          ["POST", "create"],
          ["PUT", "update"],
          ["PUT", "close"],
          ["DELETE", "delete"],
          ["GET", "get"],
          ["GET", "page"],
        ] as const;
        for (const [method, verb] of verbs) {
          const sent = method === "POST" || method === "PUT" ? {} : undefined;
          const statuses = [];
          for (const token of [undefined, member.token, other])
            statuses.push((await call(method, to(verb), sent, { token })).status);
          expect(statuses, verb).to.deep.equal([401, 401, 403]);
        }
      });
    });
  }

  it("an end before the start, a floor above the first price, cuts upside down: 400 by field", async () => {
    const sent = await kinds[2]!.body(await goods());
    const create = `${root}/bargain-activity/create`;
    const bad: [Record<string, unknown>, string][] = [
      [{ endTime: (sent["startTime"] as number) - 1 }, "endTime"],
      [{ bargainMinPrice: 9_900 }, "bargainMinPrice"],
      [{ randomMaxPrice: 99 }, "randomMaxPrice"],
    ];
    for (const [change, field] of bad) {
      const { code, msg } = await client.post(create, { ...sent, ...change });
      expect([code, msg.split(":")[0]]).to.deep.equal([400, field]);
    }
  });

  it("prices of 0, stocks below 0, limits below 0, what is too long or too much: 400 by field", async () => {
    const sku = await goods();
    const [seckill, combination, bargain, point] = await Promise.all(kinds.map(({ body }) => body(sku)));
    const row = (sent: Record<string, unknown>, change: object) => ({
      ...sent,
      products: [{ ...(sent["products"] as object[])[0], ...change }],
    });
    const bad: [string, Record<string, unknown>, string][] = [
      ["seckill-activity", row(seckill!, { seckillPrice: 0 }), "products.0.seckillPrice"],
      ["seckill-activity", row(seckill!, { seckillPrice: "990" }), "products.0.seckillPrice"],
      ["seckill-activity", row(seckill!, { stock: -1 }), "products.0.stock"],
      ["seckill-activity", row(seckill!, { stock: 1.5 }), "products.0.stock"],
      ["seckill-activity", { ...seckill, products: [] }, "products"],
      ["seckill-activity", { ...seckill, configIds: [] }, "configIds"],
      ["seckill-activity", { ...seckill, singleLimitCount: -1 }, "singleLimitCount"],
      ["seckill-activity", { ...seckill, name: "x".repeat(65) }, "name"],
      ["seckill-activity", { ...seckill, endTime: seckill!["startTime"] }, "endTime"],
      ["combination-activity", row(combination!, { combinationPrice: 0 }), "products.0.combinationPrice"],
      ["combination-activity", { ...combination, userSize: 1 }, "userSize"],
      ["combination-activity", { ...combination, limitDuration: 0 }, "limitDuration"],
      ["bargain-activity", { ...bargain, bargainMinPrice: 0 }, "bargainMinPrice"],
      ["bargain-activity", { ...bargain, stock: -1 }, "stock"],
      ["bargain-activity", { ...bargain, helpMaxCount: 0 }, "helpMaxCount"],
      ["bargain-activity", { ...bargain, randomMinPrice: 0 }, "randomMinPrice"],
      ["point-activity", row(point!, { point: 0 }), "products.0.point"],
      ["point-activity", row(point!, { price: -1 }), "products.0.price"],
    ];
    for (const [noun, body, field] of bad) {
      const { code, msg } = await client.post(`${root}/${noun}/create`, body);
      expect([code, msg.split(":")[0]], `${noun} ${field}`).to.deep.equal([400, field]);
    }
    const twice = [...(seckill!["products"] as object[]), ...(seckill!["products"] as object[])];
    const repeated = await client.post(`${root}/seckill-activity/create`, { ...seckill, products: twice });
    expect([repeated.code, repeated.msg.split(":")[0]]).to.deep.equal([400, "products"]);
    const binned = await buildSpu({ status: -1 });
    const ofBinned = await kinds[0]!.body({ spuId: binned.spuId, skuId: binned.skuIds[0]! });
    expect((await client.post(`${root}/seckill-activity/create`, ofBinned)).code).to.equal(1008005001);
  });

  it("a flash sale may share its SKU with one of another time or slot", async () => {
    const sku = await goods();
    const sent = await kinds[0]!.body(sku);
    const create = `${root}/seckill-activity/create`;
    expect((await client.post(create, sent)).code).to.equal(0);
    const later = { startTime: clock.ms() + days(2), endTime: clock.ms() + days(3) };
    expect((await client.post(create, { ...sent, ...later })).code).to.equal(0);
    expect((await client.post(create, { ...sent, configIds: [987_654_321] })).code).to.equal(1013009000);
  });

  it("stock that is set is what is left from now on; what was taken stays counted", async () => {
    const sale = await buildSeckill();
    const memberId = (await buildMember()).member._id;
    await order(memberId, sale, { count: 4 });
    const got = (await client.get(`${root}/seckill-activity/get?id=${sale.activityId}`)).data;
    expect([got.stock, got.totalStock]).to.deep.equal([6, 10]);
    const products = [{ ...got.products[0], stock: 20 }];
    expect((await client.put(`${root}/seckill-activity/update`, { ...got, products })).data).to.equal(true);
    expect(await goodsNow(1, sale.activityId)).to.deep.include({ stock: 20, taken: 4 });
  });

  it("pages of group-buy and bargain records, by what an operator searches for", async () => {
    const buyer = await buildMember();
    const group = await buildGroupBuy();
    const { orderId, recordId } = await orderAndPay(buyer.member._id, group);
    const groups = `${root}/combination-record/page`;
    const found = (await client.get(`${groups}?activityId=${group.activityId}&status=0&userId=${buyer.member._id}`))
      .data;
    expect(found.total).to.equal(1);
    expect(found.list[0]).to.deep.include({ id: recordId, headId: recordId, orderId, userCount: 1, userSize: 2 });
    const { nickname, mobile } = buyer.member;
    const user = { id: buyer.member._id, nickname, avatar: found.list[0].avatar, mobile };
    expect(found.list[0].user).to.deep.equal(user);
    expect(found.list[0].activityName).to.match(/\S/);
    expect((await client.get(`${groups}?activityId=${group.activityId}&status=2`)).data.total).to.equal(0);
    const range = `createTime=${clock.ms() - hours(1)}&createTime=${clock.ms() + hours(1)}`;
    expect((await client.get(`${groups}?headId=${recordId}&${range}`)).data.total).to.equal(1);

    const bargain = await buildBargain();
    await buyer.client.post("/app-api/promotion/bargain-record/create", { activityId: bargain.activityId });
    const bargains = `${root}/bargain-record/page`;
    const records = (await client.get(`${bargains}?activityId=${bargain.activityId}&status=1`)).data;
    expect(records.list[0]).to.deep.include({ userId: buyer.member._id, bargainPrice: 1_000, orderId: null, user });
    expect(records.list[0].activityName).to.match(/\S/);
    expect(records.list[0].spuName).to.match(/\S/);
    for (const path of [groups, bargains]) {
      expect((await client.get(`${path}?status=9`)).code).to.equal(400);
      expect((await call("GET", path)).code).to.equal(401);
      expect((await call("GET", path, undefined, { token: buyer.token })).code).to.equal(401);
      expect((await (await buildOperator(["a:b:c"])).client.get(path)).code).to.equal(403);
    }
  });
});
