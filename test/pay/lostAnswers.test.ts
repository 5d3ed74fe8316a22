import { expect } from "chai";
import { refundAtChannelJob } from "#shared/domains/pay/pay.jobs.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { atChannel, buildPaid, byApp, chase, control, fault, noFaults, reload, settle } from "./support.js";

const path = "/app-api/pay/order/submit";

/** How often the provider was told something of this number. */
async function told(platform: string, part: string, no: string): Promise<number> {
  const calls = await control<{ method: string; path: string; operation: string | null; body: string }[]>(
    "GET",
    `/calls?platform=${platform}`,
  );
  return calls.filter(
    (one) =>
      one.method === "POST" &&
      (one.operation === part || (one.operation === null && one.path.endsWith(part))) &&
      // Alipay's are forms; a body of JSON may hold a bare %.
      (platform === "alipay" ? decodeURIComponent(one.body) : one.body).includes(no),
  ).length;
}

describe("a provider that acts and whose answer is lost", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  for (const [name, platform, body, opening, refunding] of [
    ["WeChat Pay", "wechatpay", {}, "/transactions/native", "/refund/domestic/refunds"],
    ["Alipay", "alipay", byApp, "alipay.trade.app.pay", "alipay.trade.refund"],
  ] as const) {
    it(`${name}: a payment that was opened unheard is one payment, however often it is submitted`, async () => {
      const { client, order } = await buildPayOrder();
      await fault({ platform, mode: "timeout", after: true, count: 1, path: opening });
      const silent = await client.post(path, submitBody(order, body));
      expect([silent.status, silent.headers.get("retry-after")]).to.deep.equal([503, "2"]);
      const { no } = await reload(order);
      expect((await atChannel(no!)).state).to.equal("waiting");
      const again = await client.post(path, submitBody(order, body));
      expect(again.code, again.msg).to.equal(0);
      expect(await PayAttemptModel.countDocuments({ payOrderId: order._id })).to.equal(1);
      expect((await reload(order)).no).to.equal(no);
    });

    it(`${name}: one that was paid meanwhile is found by asking, and not opened again`, async () => {
      const { client, order } = await buildPayOrder();
      await fault({ platform, mode: "timeout", after: true, count: 1, path: opening });
      expect((await client.post(path, submitBody(order, body))).status).to.equal(503);
      const { no } = await reload(order);
      await settle(no!, { notify: false });
      expect((await client.post(path, submitBody(order, body))).code).to.equal(1007003002);
      expect(await reload(order)).to.include({ status: 10, no });
      expect(await told(platform, opening, no!)).to.equal(1);
    });

    it(`${name}: a refund that was given unheard is found by asking, and told once`, async () => {
      const { order } = await buildPaid({ priceFen: 1_000 }, body);
      await fault({ platform, mode: "timeout", after: true, count: 1, path: refunding });
      const merchantRefundId = `l-${order._id}`;
      const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 400, reason: "" });
      await runJobs();
      await chase();
      await enqueue(refundAtChannelJob, { refundId: id });
      await runJobs();
      const { no, status } = (await PayRefundModel.findById(id).lean())!;
      expect(status).to.equal(10);
      expect(await told(platform, refunding, no)).to.equal(1);
      expect((await atChannel(order.no!)).refunded).to.equal(400);
      expect(await reload(order)).to.include({ status: 20, refundFen: 400 });
    });
  }
});
