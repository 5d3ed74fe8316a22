import { expect } from "chai";
import { activityOffer, updateActivity, type ActivityChange } from "#shared/domains/promotion/activity/index.js";
import { BargainRecordModel } from "#shared/domains/promotion/activity/bargain/bargain.model.js";
import type { ActivityOf } from "#shared/domains/promotion/activity/activity.model.js";
import { findActivity } from "#shared/domains/promotion/activity/activity.queries.js";
import { deleteSpu, setStock, shelveSpu, updateSpu } from "#shared/domains/catalog/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import {
  buildBargain,
  buildGroupBuy,
  buildPointActivity,
  buildSeckill,
  codeOf,
  wholeDaySlot,
  type BuiltActivity,
} from "#test/factories/activity.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBuyer, orderBody } from "#test/factories/order.js";
import { buildSpu, colour, readSpu } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const BEGIN = "/app-api/promotion/bargain-record/create";
const HELP = "/app-api/promotion/bargain-help/create";

type Built = Omit<BuiltActivity, "input">;
const nouns: [string, () => Promise<Built>][] = [
  ["seckill-activity", () => buildSeckill()],
  ["combination-activity", () => buildGroupBuy()],
  ["bargain-activity", () => buildBargain()],
  ["point-activity", () => buildPointActivity()],
];

describe("the product of an activity", () => {
  let member: BuiltMember;
  before(async () => {
    await startService();
    await seedDelivery();
    member = await buildMember();
  });
  const begin = async (activityId: number): Promise<number> =>
    (await member.client.post(BEGIN, { activityId })).code as number;

  for (const [noun, build] of nouns)
    it(`${noun}: off the shelf or gone, members are not shown it; operators are`, async () => {
      const { activityId, spuId } = await build();
      const operator = (await buildOperator()).client;
      const path = `/app-api/promotion/${noun}`;
      const seen = async () => {
        const { data } = await member.client.get(`${path}/list`);
        const one = await member.client.get(`${path}/get?id=${activityId}`);
        return [data.some(({ id }: { id: number }) => id === activityId), one.code];
      };
      expect(await seen()).to.deep.equal([true, 0]);
      await shelveSpu(spuId, 0);
      expect(await seen()).to.deep.equal([false, 1008005002]);
      await shelveSpu(spuId, 1);
      expect(await seen()).to.deep.equal([true, 0]);
      await shelveSpu(spuId, -1);
      expect(await seen()).to.deep.equal([false, 1008005001]);
      await deleteSpu(spuId);
      expect(await seen()).to.deep.equal([false, 1008005001]);
      const kept = await operator.get(`/admin-api/promotion/${noun}/get?id=${activityId}`);
      expect([kept.code, kept.data.spuName, kept.data.picUrl]).to.deep.equal([0, "", ""]);
    });

  it("off the shelf or gone, it is sold by no activity", async () => {
    const buyer = await buildBuyer();
    const settle = async ({ skuId, input }: BuiltActivity): Promise<number> =>
      (await buyer.client.post("/app-api/trade/order/settlement", orderBody(skuId, buyer.addressId, { ...input })))
        .code;
    for (const sale of [await buildSeckill(), await buildGroupBuy()]) {
      expect(await settle(sale)).to.equal(0);
      await shelveSpu(sale.spuId, 0);
      expect(await settle(sale)).to.equal(1008005002);
      await shelveSpu(sale.spuId, -1);
      expect(await settle(sale)).to.equal(1008005001);
      await deleteSpu(sale.spuId);
      expect(await settle(sale)).to.equal(1008006000);
    }
  });

  it("off the shelf, gone or sold out, nobody begins to bargain for it", async () => {
    const bargain = await buildBargain();
    await shelveSpu(bargain.spuId, 0);
    expect(await begin(bargain.activityId)).to.equal(1008005002);
    await shelveSpu(bargain.spuId, -1);
    expect(await begin(bargain.activityId)).to.equal(1008005001);
    await deleteSpu(bargain.spuId);
    expect(await begin(bargain.activityId)).to.equal(1008006000);
    const soldOut = await buildBargain({ skuStock: 0 });
    expect(await begin(soldOut.activityId)).to.equal(1013012004);
    expect(await BargainRecordModel.countDocuments({ activityId: bargain.activityId })).to.equal(0);
  });

  it("an activity sells no more than the product has, whatever stock it says", async () => {
    const buyer = await buildBuyer();
    for (const sale of [
      await buildSeckill({ skuStock: 1, goods: { stock: 10 } }),
      await buildPointActivity({ skuStock: 1, goods: { stock: 10, point: 0 } }),
    ]) {
      const items = [{ skuId: sale.skuId, count: 2 }];
      const body = orderBody(sale.skuId, buyer.addressId, { ...sale.input, items, pointStatus: true });
      expect((await buyer.client.post("/app-api/trade/order/create", body)).code).to.equal(1008006004);
    }
  });

  // A group-buy has no stock of its own here: null, as much as the product has.
  for (const [noun, build] of nouns.filter(([name]) => name !== "combination-activity"))
    it(`${noun}: members see no more of it than the product has, and no variant that is gone`, async () => {
      const { activityId, spuId, skuId } = await build();
      const operator = (await buildOperator()).client;
      const stockOf = async (client: Client, path: string): Promise<number[]> => {
        const { data, msg } = await client.get(`${path}/${noun}/get?id=${activityId}`);
        return msg === "" ? [data.stock, ...(data.products ?? []).map((row: { stock: number }) => row.stock)] : [];
      };
      expect(new Set(await stockOf(member.client, "/app-api/promotion"))).to.deep.equal(new Set([10]));
      await setStock(skuId, { stock: 3 }, "counted");
      expect(new Set(await stockOf(member.client, "/app-api/promotion"))).to.deep.equal(new Set([3]));
      expect(new Set(await stockOf(operator, "/admin-api/promotion"))).to.deep.equal(new Set([10]));
      // Another variant takes its place in the product.
      const { skus, spu } = await readSpu(spuId);
      const properties = [colour(1)];
      const { name, categoryId, brandId } = spu;
      await updateSpu(spuId, {
        name,
        categoryId,
        brandId,
        specType: true,
        skus: [{ priceFen: 1, stock: 1, properties }],
      });
      expect(skus.map(({ _id }) => _id)).to.deep.equal([skuId]);
      const gone = await member.client.get(`/app-api/promotion/${noun}/get?id=${activityId}`);
      expect(gone.code).to.equal(1008006000);
      expect((await operator.get(`/admin-api/promotion/${noun}/get?id=${activityId}`)).code).to.equal(0);
    });

  it("what was bargained for one variant is not ordered as another", async () => {
    const bargain = await buildBargain({ rules: { helpMaxCount: 1 } });
    const recordId = (await member.client.post(BEGIN, { activityId: bargain.activityId })).data as number;
    const friend = await buildMember();
    expect((await friend.client.post(HELP, { recordId })).code).to.equal(0);
    const { spuId, skuIds } = await buildSpu();
    const { activity, goods } = (await findActivity(2, bargain.activityId))!;
    await updateActivity(2, bargain.activityId, movedTo(activity, { ...goods[0]!, spuId, skuId: skuIds[0]! }), true);
    for (const line of [bargain, { spuId, skuId: skuIds[0]! }]) {
      const { memberId, asked } = { memberId: member.member._id, asked: { ...line, count: 1, stock: 9 } };
      const refused = await codeOf(activityOffer(memberId, { bargainRecordId: recordId }, [asked], clock.now()));
      expect([1008006000, 1013013000]).to.include(refused);
    }
  });

  it("who begins to bargain five times at once begins once", async () => {
    const { activityId } = await buildBargain();
    const codes = await Promise.all([1, 2, 3, 4, 5].map(() => begin(activityId)));
    expect(codes.toSorted((a, b) => a - b)).to.deep.equal([0, ...Array(4).fill(1013013001)]);
    expect(await BargainRecordModel.countDocuments({ activityId })).to.equal(1);
  });
});

function movedTo(
  { name, remark, sort, startAt, endAt, rules }: ActivityOf<2>,
  { spuId, skuId, priceFen }: { spuId: number; skuId: number; priceFen: number },
): ActivityChange<2> {
  const goods = [{ skuId, priceFen, point: 0, limitCount: null, stock: 5 }];
  return { name, remark, sort, startAt, endAt, rules, spuId, goods };
}

describe("the time of an activity", () => {
  let operator: Client;
  before(async () => {
    operator = (await buildOperator()).client;
  });

  const periods = () => {
    const at = (from: number, to: number) => ({ startAt: clock.after(days(from)), endAt: clock.after(days(to)) });
    return { 10: at(1, 2), 20: at(-1, 1), 30: at(-2, -1) };
  };
  const kinds: [string, (changes: object) => Promise<Built>][] = [
    ["seckill-activity", buildSeckill],
    ["combination-activity", buildGroupBuy],
    ["bargain-activity", buildBargain],
  ];

  for (const [noun, build] of kinds)
    it(`${noun}: waiting, running, over and closed are told apart; members see those that run or will`, async () => {
      const ids: Record<string, number> = {};
      for (const [status, period] of Object.entries(periods())) ids[status] = (await build(period)).activityId;
      ids["40"] = (await build({})).activityId;
      await operator.put(`/admin-api/promotion/${noun}/close`, { id: ids["40"] });
      const idsOf = (rows: { id: number; status: number }[]) => rows.map(({ id }) => id);
      for (const [status, id] of Object.entries(ids)) {
        const page = await operator.get(`/admin-api/promotion/${noun}/page?status=${status}&pageSize=100`);
        expect(idsOf(page.data.list).filter((found) => Object.values(ids).includes(found))).to.deep.equal([id]);
        for (const row of page.data.list) expect(row.status).to.equal(Number(status));
      }
      const { data } = await (await buildMember()).client.get(`/app-api/promotion/${noun}/list`);
      const shown = idsOf(data).filter((found) => Object.values(ids).includes(found));
      expect(new Set(shown)).to.deep.equal(new Set([ids["10"], ids["20"]]));
    });

  it("operators search by name, by switch, by slot and by the time of making", async () => {
    const slot = await wholeDaySlot();
    const name = `Sale (${process.pid}) *`;
    const { activityId } = await buildSeckill({ name });
    const found = async (filter: string): Promise<number[]> => {
      const path = `/admin-api/promotion/seckill-activity/page?name=${encodeURIComponent(name.toLowerCase())}&${filter}`;
      const reply = await operator.get(path);
      expect(reply.code, reply.msg).to.equal(0);
      expect(reply.data.total).to.equal(reply.data.list.length);
      return reply.data.list.map(({ id }: { id: number }) => id);
    };
    expect(await found("")).to.deep.equal([activityId]);
    expect(await found("status=0")).to.deep.equal([activityId]);
    expect(await found("status=1")).to.deep.equal([]);
    expect(await found(`configId=${slot}`)).to.deep.equal([activityId]);
    expect(await found("configId=987654321")).to.deep.equal([]);
    const now = clock.ms();
    expect(await found(`createTime=${now - days(1)}&createTime=${now + days(1)}`)).to.deep.equal([activityId]);
    expect(await found(`createTime=${now - days(2)}&createTime=${now - days(1)}`)).to.deep.equal([]);
    const bad = await operator.get("/admin-api/promotion/seckill-activity/page?createTime=x");
    expect([bad.status, bad.msg.split(":")[0]]).to.deep.equal([400, "createTime.0"]);
  });
});
