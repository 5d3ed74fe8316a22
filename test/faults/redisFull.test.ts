import { expect } from "chai";
import { alertWithoutRedis } from "#workers/alertsWithoutRedis.js";
import { AlertDeliveryModel, AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { settlePayment } from "#shared/domains/pay/order/settlePayment.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { readiness } from "#shared/kernel/process/readiness.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { clock, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildSpu } from "#test/factories/spu.js";
import { sandbox } from "#test/support/environment.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const deliveriesTo = async (key: string): Promise<unknown[]> =>
  (await (await fetch(`${sandbox.url}/sandbox/merchant/${key}/deliveries`)).json()) as unknown[];

describe("Redis whose memory is full", () => {
  const redis = () => producerRedis();
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await redis().config("SET", "maxmemory", "0");
    for (const model of [AlertRuleModel, AlertModel, AlertDeliveryModel]) await model.deleteMany({} as never);
  });

  it("takes no job: requests go on, rows wait, readiness and alerts say so, and all is done once there is memory", async () => {
    const { client } = await buildMember();
    const { skuIds } = await buildSpu();
    const placed = await buildUnpaidOrder();
    const orderId = placed.order._id;
    const submitted = await placed.client.post(
      "/app-api/pay/order/submit",
      submitBody((await findPayOrder(placed.payOrderId))!),
    );
    expect(submitted.code, submitted.msg).to.equal(0);
    const operator = await buildOperator(["infra:queue:operate"]);
    const key = `full-${await nextId("testNumbers")}`;
    const rule = {
      name: "Jobs reach their queue late",
      kind: "overdue",
      threshold: 60,
      webhookUrl: `${sandbox.url}/sandbox/merchant/${key}`,
    };
    expect((await operator.client.post("/admin-api/infra/alert-rule/create", rule)).code).to.equal(0);
    await runJobs();

    await redis().config("SET", "maxmemory-policy", "noeviction");
    await redis().config("SET", "maxmemory", "1");
    expect((await client.get("/app-api/member/user/get")).code).to.equal(0);
    const added = await client.post("/app-api/trade/cart/add", { skuId: skuIds[0]!, count: 1 });
    expect(added.status, added.text).to.equal(200);
    const { no, priceFen } = (await findPayOrder(placed.payOrderId))!;
    const paid = { family: "wechatpay", no: no!, channelOrderNo: `42${no}`, paidFen: priceFen } as const;
    expect(await settlePayment({ ...paid, paidAt: clock.now(), channelUserId: null })).to.equal("settled");
    const asked = await placed.client.post(
      "/app-api/pay/order/submit",
      submitBody((await findPayOrder(placed.payOrderId))!),
    );
    expect(asked.status, "what needs a worker is refused, and not as a fault").to.be.oneOf([200, 503]);
    const waiting = await OutboxModel.countDocuments({ open: true, state: "waiting" });
    expect(waiting).to.be.greaterThan(0);
    const { redis: takesJobs, reasons } = await readiness();
    expect(takesJobs).to.equal(false);
    expect(reasons.join("; ")).to.match(/Redis takes no jobs, the outbox holds the work: OOM/);

    heldClock.advance(minutes(3));
    await alertWithoutRedis();
    expect(await AlertModel.countDocuments({ status: 10 })).to.be.greaterThan(0);
    expect(await deliveriesTo(key)).not.to.have.length(0);

    await redis().config("SET", "maxmemory", "0");
    await eventually("what waited is done, without a restart", async () => {
      heldClock.advance(minutes(1));
      await runJobs();
      return (
        (await reloadOrder(orderId)).order.payStatus &&
        !(await OutboxModel.exists({ open: true, state: "waiting", dueAt: { $lte: new Date() } }))
      );
    });
    expect((await readiness()).reasons.filter((reason) => reason.startsWith("Redis"))).to.deep.equal([]);
  });
});
