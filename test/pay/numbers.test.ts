import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { findOrder } from "#shared/domains/trade/index.js";
import { buildOrderPaidAtChannel } from "#test/factories/afterSale.js";
import { buildOperator } from "#test/factories/operator.js";
import { runJobs } from "#test/support/runJobs.js";

describe("the numbers that operators hold", () => {
  it("find the pay order, its refunds and its notifications, in pages and files", async () => {
    const { order, payOrderId } = await buildOrderPaidAtChannel();
    const { client } = await buildOperator(["*"]);
    const asked = { id: order._id, refundPrice: 1, reason: "x" };
    expect((await client.put("/admin-api/trade/order/refund", asked)).code).to.equal(0);
    await runJobs();
    const payOrder = (await findPayOrder(payOrderId))!;
    const attempt = (await PayAttemptModel.findById(payOrder.attemptId).lean())!;
    const refund = (await PayRefundModel.findOne({ payOrderId }).lean())!;
    const { no: orderNo } = (await findOrder(order._id))!;
    const pays = async (noun: string, query: string): Promise<number[]> => {
      const reply = await client.get(`/admin-api/pay/${noun}/page?pageSize=100&${query}`);
      expect(reply.code, `${noun} ${query} ${reply.msg}`).to.equal(0);
      return [...new Set<number>(reply.data.list.map((row: any) => (noun === "order" ? row.id : row.payOrderId)))];
    };
    for (const noun of ["order", "refund", "notify"]) {
      for (const no of [orderNo, attempt.no, payOrder.channelOrderNo!])
        expect(await pays(noun, `no=${no}`), `${noun} ${no}`).to.deep.equal([payOrderId]);
      for (const merchantOrderId of [orderNo, payOrder.merchantOrderId])
        expect(await pays(noun, `appId=1&merchantOrderId=${merchantOrderId}`)).to.deep.equal([payOrderId]);
      expect(await pays(noun, "no=nothing")).to.deep.equal([]);
    }
    for (const no of [refund.no, refund.merchantRefundId])
      expect(await pays("refund", `no=${no}`)).to.deep.equal([payOrderId]);
    for (const noun of ["order", "refund"]) {
      const { text } = await client.get(`/admin-api/pay/${noun}/export?no=${orderNo}`);
      expect(text.trim().split("\r\n"), noun).to.have.length(2);
    }
  });
});
