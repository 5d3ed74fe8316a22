import { expect } from "chai";
import { findPayOrder, refundPayOrder } from "#shared/domains/pay/index.js";
import { PayOrderModel } from "#shared/domains/pay/payOrder.model.js";
import { heldClock } from "#shared/platform/clock.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildWallet } from "#test/factories/wallet.js";
import { atChannel, chase, money, settle } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { buildCompleted, gone, logoff, ready } from "./support.js";

describe("money of a member who has left", () => {
  before(ready);
  afterEach(() => heldClock.release());

  it("a payment that lands late goes back to the channel", async () => {
    heldClock.hold();
    const built = await buildUnpaidOrder();
    await built.client.post("/app-api/pay/order/submit", submitBody((await findPayOrder(built.payOrderId))!));
    const { no } = (await findPayOrder(built.payOrderId))!;
    expect(await logoff(built)).to.include(gone);
    await settle(no!, { force: true });
    await runJobs();
    await chase();
    const channel = await atChannel(no!);
    expect(channel.refunded).to.equal(channel.state === "closed" ? 0 : channel.amount);
    expect((await reloadOrder(built.order._id)).order.status).to.equal(40);
  });

  it("a later refund goes to the channel, and the order learns of it", async () => {
    heldClock.hold();
    const built = await buildCompleted();
    expect(await logoff(built)).to.include(gone);
    const { client } = await buildOperator();
    const refund = { id: built.order._id, refundPrice: built.order.payPriceFen, reason: "late" };
    const reply = await client.put("/admin-api/trade/order/refund", refund);
    expect(reply, reply.msg).to.include({ code: 0 });
    await runJobs();
    await chase();
    expect((await atChannel(built.no)).refunded).to.equal(built.order.payPriceFen);
    expect((await reloadOrder(built.order._id)).order).to.include({
      status: 40,
      refundPriceFen: built.order.payPriceFen,
    });
  });

  it("what the wallet paid cannot go back there: refused by name before anything moves", async () => {
    const owner = await buildWallet(9_900);
    const built = await buildCompleted(owner);
    const whole = built.order.payPriceFen;
    // As if 300 of it had come from the wallet.
    await PayOrderModel.updateOne({ _id: built.payOrderId }, { $set: { priceFen: whole - 300, walletPartFen: 300 } });
    expect(await logoff(built)).to.include(gone);
    const refund = (refundFen: number) =>
      refundPayOrder({
        payOrderId: built.payOrderId,
        merchantRefundId: `l-${built.payOrderId}-${refundFen}`,
        refundFen,
        reason: "",
      });
    const error = await refund(whole).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 1007007009 });
    expect((await findPayOrder(built.payOrderId))!.refundingId).to.equal(null);
    expect(await money(owner.member._id)).to.deep.equal([0, 0]);
    expect(await refund(whole - 300)).to.be.a("number");
    const { client } = await buildOperator();
    const adjust = { userId: owner.member._id, balance: 100, reason: "test" };
    expect(await client.put("/admin-api/pay/wallet/update-balance", adjust)).to.include({ code: 1004001000 });
    await runJobs();
  });
});
