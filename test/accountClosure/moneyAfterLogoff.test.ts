import { expect } from "chai";
import { findPayOrder, refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { checkInvariants } from "#scripts/check/invariants.js";
import type { BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { buildWallet } from "#test/factories/wallet.js";
import { atChannel, chase, control, fault, money, noFaults, settle } from "#test/pay/support.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { runJobs } from "#test/support/runJobs.js";
import { buildCompleted, gone, logoff, ready } from "./support.js";

describe("money of a member who has left", () => {
  before(ready);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

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

  it("what a channel took goes back there; what the wallet paid cannot, and the operators see it", async () => {
    heldClock.hold();
    const owner = await buildWallet(300);
    const built = await buildCombined(owner);
    const whole = built.order.payPriceFen;
    expect(await logoff(built)).to.include(gone);
    const { client } = await buildOperator();
    const refund = (refundPrice: number) =>
      client.put("/admin-api/trade/order/refund", { id: built.order._id, refundPrice, reason: "late" });
    const reply = await refund(whole);
    expect(reply, reply.msg).to.include({ code: 0 });
    const anomalies = () => client.get(`/admin-api/pay/anomaly/page?payOrderId=${built.payOrderId}&kind=walletClosed`);
    expect((await anomalies()).data.total, "listed once the channel has paid").to.equal(0);
    await runJobs();
    await chase();
    expect((await atChannel(built.no)).refunded).to.equal(whole - 300);
    expect((await findPayOrder(built.payOrderId))!).to.include({
      status: 20,
      refundFen: whole - 300,
      walletRefundFen: 0,
      refundingId: null,
    });
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 30, refundPriceFen: whole - 300 });
    const listed = await anomalies();
    expect(listed.data.total).to.equal(1);
    expect(listed.data.list[0]).to.include({ price: 300, channelCode: "wallet", refundStatus: 10 });
    expect(await money(owner.member._id)).to.deep.equal([0, 0]);
    // The rest has nowhere to go: refused by name, and nothing moves.
    expect(await refund(300)).to.include({ code: 1007007009, data: null });
    expect((await findPayOrder(built.payOrderId))!.refundingId).to.equal(null);
    expect((await anomalies()).data.total).to.equal(1);
    const { violations } = await checkInvariants();
    const ours = [`pay order ${built.payOrderId}`, `order ${built.order._id}`, `wallet ${owner.wallet._id}`];
    expect(violations.filter(({ about }) => ours.includes(about))).to.deep.equal([]);
  });

  it("the same refund again is the same, and one that fails at the channel lists nothing of the wallet", async () => {
    heldClock.hold();
    const owner = await buildWallet(300);
    const built = await buildCombined(owner);
    const whole = built.order.payPriceFen;
    expect(await logoff(built)).to.include(gone);
    const ask = (merchantRefundId: string) =>
      refundPayOrder({ payOrderId: built.payOrderId, merchantRefundId, refundFen: whole, reason: "" });
    await fault({ mode: "hold", count: 1 });
    const first = await ask(`l-${built.payOrderId}`);
    expect(await ask(`l-${built.payOrderId}`)).to.equal(first);
    await runJobs();
    await control("POST", `/pay/refunds/${(await PayRefundModel.findById(first).lean())!.no}/settle`, {
      outcome: "closed",
    });
    await runJobs();
    const kinds = async (): Promise<string[]> =>
      (await PayAnomalyModel.find({ payOrderId: built.payOrderId }).sort({ _id: 1 }).lean()).map(({ kind }) => kind);
    expect(await kinds()).to.deep.equal(["refundFailed"]);
    await ask(`l-${built.payOrderId}-2`);
    await runJobs();
    await chase();
    expect(await kinds()).to.deep.equal(["refundFailed", "walletClosed"]);
    expect((await atChannel(built.no)).refunded).to.equal(whole - 300);
  });

  it("an order paid wholly from the wallet has nowhere to go back to: refused by name, and so is a credit", async () => {
    const owner = await buildWallet(99_900);
    const built = await buildCompleted(owner, { channelCode: "wallet", displayMode: "url" });
    expect(await logoff(built, await buildSmsCode(owner.member.mobile!))).to.include(gone);
    const { client } = await buildOperator();
    const refund = { id: built.order._id, refundPrice: built.order.payPriceFen, reason: "late" };
    expect(await client.put("/admin-api/trade/order/refund", refund)).to.include({ code: 1007007009, data: null });
    expect((await findPayOrder(built.payOrderId))!).to.include({ status: 10, refundFen: 0, refundingId: null });
    expect(await money(owner.member._id)).to.deep.equal([0, 0]);
    const adjust = { userId: owner.member._id, balance: 100, reason: "test" };
    expect(await client.put("/admin-api/pay/wallet/update-balance", adjust)).to.include({ code: 1004001000 });
  });
});

/** Received, 300 of it paid from the wallet. */
const buildCombined = (owner: BuiltMember) =>
  buildCompleted(owner, { channelExtras: { wallet_combination_payment_price: "300" } });
