import { expect } from "chai";
import { SeckillConfigModel } from "#shared/domains/promotion/activity/index.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import type { OperationLogDoc } from "#shared/domains/audit/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildSeckill, wholeDaySlot } from "#test/factories/activity.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildSpu } from "#test/factories/spu.js";
import { call, type Client } from "#test/support/client.js";

const root = "/admin-api/promotion";

describe("operators' time slots of flash sales", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator()).client;
  });

  it("time slots: made, overlapping ones refused, switched, deleted", async () => {
    await wholeDaySlot();
    const to = (verb: string): string => `${root}/seckill-config/${verb}`;
    const slot = { name: "Night", startTime: "22:00", endTime: "23:00:00" };
    expect((await client.post(to("create"), slot)).code).to.equal(1013009001);
    for (const bad of [{ startTime: "25:00:00" }, { endTime: "21:00:00" }, { endTime: { $gt: "" } }, { status: 3 }])
      expect((await client.post(to("create"), { ...slot, ...bad })).code).to.equal(400);
    const id = await wholeDaySlot();
    const got = (await client.get(`${to("get")}?id=${id}`)).data;
    expect((await client.put(to("update"), { ...got, name: "Round the clock" })).data).to.equal(true);
    expect((await client.put(to("update-status"), { id, status: 1 })).data).to.equal(true);
    const list = (await client.get(to("list"))).data;
    expect(list.map((row: { id: number }) => row.id)).not.to.include(id);
    const { spuId, skuIds } = await buildSpu();
    const sale = {
      name: "Sale",
      startTime: clock.ms(),
      endTime: clock.ms() + days(1),
      spuId,
      configIds: [id],
      products: [{ skuId: skuIds[0], seckillPrice: 990, stock: 7 }],
    };
    expect((await client.post(`${root}/seckill-activity/create`, sale)).code).to.equal(1013009004);
    expect((await client.put(to("update-status"), { id, status: 0 })).data).to.equal(true);
    expect((await client.get(`${to("page")}?status=0`)).data.total).to.be.at.least(1);
    expect((await client.get(`${to("get")}?id=987654321`)).code).to.equal(1013009000);
    expect((await client.put(to("update-status"), { id: 987_654_321, status: 0 })).code).to.equal(1013009000);
    expect((await client.delete(`${to("delete")}?id=987654321`)).code).to.equal(1013009000);
    expect((await call("GET", to("page"))).code).to.equal(401);
    const audited = await OperationLogModel.find({ bizId: String(id), action: /^seckill-config\./ })
      .sort({ _id: 1 })
      .lean<OperationLogDoc[]>();
    expect(audited.map(({ action }) => action)).to.deep.equal([
      "seckill-config.update",
      "seckill-config.update-status",
      "seckill-config.update-status",
    ]);
  });

  it("a time slot stays while a flash sale has it that runs or will, and goes when they are over", async () => {
    const to = (verb: string): string => `${root}/seckill-config/${verb}`;
    // Written as it is: the day may be full of other tests' slots.
    const id = await nextId("seckillConfigs");
    await SeckillConfigModel.create([{ _id: id, name: "Early", startTime: "00:00:00", endTime: "00:00:01" }]);
    const rules = { configIds: [id] };
    await buildSeckill({ rules, startAt: clock.after(-days(2)), endAt: clock.after(-days(1)) });
    const waiting = await buildSeckill({ rules, startAt: clock.after(days(1)), endAt: clock.after(days(2)) });
    expect((await client.delete(`${to("delete")}?id=${id}`)).code).to.equal(1013009005);
    await client.put(`${root}/seckill-activity/close`, { id: waiting.activityId });
    expect((await client.delete(`${to("delete")}?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${to("get")}?id=${id}`)).code).to.equal(1013009000);
  });
});
