import { expect } from "chai";
import { findPayOrder, refundPayOrder } from "#shared/domains/pay/index.js";
import type { PayOrderInput } from "#shared/domains/pay/order/openPayOrder.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildMember } from "#test/factories/member.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { buildWallet, encrypted, setPaymentPassword } from "#test/factories/wallet.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import {
  atChannel,
  buildSubmitted,
  byPage,
  byWallet,
  deliveries,
  fault,
  money,
  noFaults,
  reload,
  settle,
  withWalletPart,
} from "./support.js";

const path = "/app-api/pay/order/submit";

/** An order of a member who has so much in the wallet. */
async function buildRich(balanceFen: number, overrides: Partial<PayOrderInput> = {}) {
  const owner = await buildWallet(balanceFen);
  return buildPayOrder({ priceFen: 1_000, ...overrides }, owner);
}

describe("a payment from the wallet", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("is paid at once: status 10, nothing to open, one debit, and the merchant is told", async () => {
    const { client, order, member } = await buildRich(1_500);
    const reply = await client.post(path, submitBody(order, { ...byWallet, displayMode: "QR_CODE" }));
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data).to.deep.equal({ status: 10, displayMode: null, displayContent: null });
    expect(await money(member._id)).to.deep.equal([500, 0]);
    const { data } = await client.get(`/app-api/pay/order/get?id=${order._id}`);
    expect(data).to.include({
      status: 10,
      price: 1_000,
      walletCombinationPaymentPrice: 0,
      channelCode: "wallet",
      channelFeePrice: 0,
      refundPrice: 0,
    });
    expect(data.channelOrderNo).to.match(/^W\d+$/);
    expect(data.no).to.match(/^P\d+$/);
    await runJobs();
    const told = await deliveries("mall", order.merchantOrderId);
    expect(JSON.parse(told[0]!.body).data).to.include({ price: 1_000, channelCode: "wallet" });
    expect((await client.post(path, submitBody(order, byWallet))).code).to.equal(1007002002);
  });

  it("ten at once debit once", async () => {
    const { client, order, member } = await buildRich(50_000);
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.post(path, submitBody(order, byWallet))));
    expect(replies.filter(({ code }) => code === 0)).to.have.length(1);
    expect(replies.filter(({ code }) => code === 1007002002)).to.have.length(9);
    expect(await money(member._id)).to.deep.equal([49_000, 0]);
    expect(await PayAttemptModel.countDocuments({ payOrderId: order._id, status: 10 })).to.equal(1);
    expect(await OutboxModel.countDocuments({ job: "trade.markOrderPaid", "payload.payOrderId": order._id })).to.equal(
      1,
    );
  });

  it("two orders at once never take more than there is", async () => {
    const owner = await buildWallet(1_500);
    const [one, two] = [
      await buildPayOrder({ priceFen: 1_000 }, owner),
      await buildPayOrder({ priceFen: 1_000 }, owner),
    ];
    const replies = await Promise.all(
      [one, two].map(({ order }) => owner.client.post(path, submitBody(order, byWallet))),
    );
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1007002004]);
    expect(await money(owner.member._id)).to.deep.equal([500, 0]);
  });

  it("is refused with the inner code when the balance is short, also when it is 0", async () => {
    for (const balance of [0, 999]) {
      const { client, order, member } = await buildRich(balance);
      const reply = await client.post(path, submitBody(order, byWallet));
      expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 1007002004, null]);
      expect(reply.msg).to.contain("[1007007001]");
      expect((await reload(order)).status).to.equal(0);
      expect(await money(member._id)).to.deep.equal([balance, 0]);
    }
  });

  it("is refused for virtual goods, and for a recharge", async () => {
    const virtual = await buildRich(5_000, { isVirtual: true });
    const reply = await virtual.client.post(path, submitBody(virtual.order, byWallet));
    expect([reply.code, reply.data]).to.deep.equal([1007002004, null]);
    expect(reply.msg).to.contain("[1007007104]");
    const recharge = await buildRich(5_000, { appId: 8 });
    expect((await recharge.client.post(path, submitBody(recharge.order, byWallet))).code).to.equal(1007001000);
  });

  it("with a payment password set, needs it from the same session within five minutes", async () => {
    const { client, order } = await buildRich(5_000);
    await setPaymentPassword(client, "135790");
    const refused = await client.post(path, submitBody(order, byWallet));
    expect([refused.code, refused.data]).to.deep.equal([1007002004, null]);
    expect(refused.msg).to.contain("[1007007105]");
    const password = await encrypted(client, "135790");
    expect((await client.post("/app-api/pay/wallet/validatePaymentPwd", { password })).data).to.equal(true);
    heldClock.advance(minutes(5) + 1);
    expect((await client.post(path, submitBody(order, byWallet))).msg).to.contain("[1007007105]");
    await client.post("/app-api/pay/wallet/validatePaymentPwd", { password });
    expect((await client.post(path, submitBody(order, byWallet))).code).to.equal(0);
  });

  it("is for the order's member: a stranger 401, another as if the order were not there", async () => {
    const { order } = await buildRich(5_000);
    const other = await buildMember();
    expect((await stranger.post(path, submitBody(order, byWallet))).status).to.equal(401);
    const foreign = await other.client.post(path, submitBody(order, { ...byWallet, userId: other.member._id }));
    expect(foreign.code).to.equal(1007002000);
  });

  it("closes what was open at a channel first", async () => {
    const owner = await buildWallet(5_000);
    const { client, order, no } = await buildSubmitted({ priceFen: 1_000 }, byPage, owner);
    const reply = await client.post(path, submitBody(order, byWallet));
    expect(reply.data, reply.msg).to.include({ status: 10 });
    expect((await atChannel(no)).state).to.equal("closed");
    expect(await money(owner.member._id)).to.deep.equal([4_000, 0]);
  });

  it("of an order that is paid at a channel debits nothing: 1007003002", async () => {
    const owner = await buildWallet(5_000);
    const { client, order, no } = await buildSubmitted({ priceFen: 1_000 }, {}, owner);
    await settle(no, { notify: false });
    expect((await client.post(path, submitBody(order, byWallet))).code).to.equal(1007003002);
    expect(await reload(order)).to.include({ status: 10, no, channelCode: "social_native" });
    expect(await money(owner.member._id)).to.deep.equal([5_000, 0]);
  });

  it("and one at a channel that could not be closed: the channel's money goes back, once", async () => {
    for (const platform of ["wechatpay", "alipay"]) {
      const owner = await buildWallet(5_000);
      const body = platform === "alipay" ? byPage : {};
      const { client, order, no } = await buildSubmitted({ priceFen: 1_000 }, body, owner);
      await fault({ platform, mode: "error", count: 1 });
      expect((await client.post(path, submitBody(order, byWallet))).data).to.include({ status: 10 });
      await settle(no, { times: 3, force: true });
      await runJobs();
      expect(await reload(order)).to.include({ status: 10, channelCode: "wallet", refundFen: 0 });
      expect((await atChannel(no)).refunded, platform).to.equal(1_000);
      const attempt = await PayAttemptModel.findOne({ no }).lean();
      expect(await PayRefundModel.countDocuments({ attemptId: attempt!._id })).to.equal(1);
      expect(await money(owner.member._id)).to.deep.equal([4_000, 0]);
    }
  });

  it("by wallet and by channel at once pays once", async () => {
    const owner = await buildWallet(5_000);
    const { client, order, no } = await buildSubmitted({ priceFen: 1_000 }, byPage, owner);
    await Promise.all([client.post(path, submitBody(order, byWallet)), settle(no).catch(() => undefined)]);
    await runJobs();
    const paid = await reload(order);
    expect(paid.status).to.equal(10);
    const byChannel = paid.channelCode === "payplat_pc";
    expect(await money(owner.member._id)).to.deep.equal([byChannel ? 5_000 : 4_000, 0]);
    const { state, refunded } = await atChannel(no);
    if (!byChannel && state === "paid") expect(refunded).to.equal(1_000);
    expect(await PayAttemptModel.countDocuments({ payOrderId: order._id, status: 10 })).to.equal(1);
  });

  it("is given back to the wallet in the transaction that asks, and the merchant is told", async () => {
    const { client, order, member } = await buildRich(1_000);
    await client.post(path, submitBody(order, byWallet));
    const refund = (refundFen: number, merchantRefundId: string) =>
      refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen, reason: "不想要了" });
    const id = await refund(400, `w1-${order._id}`);
    expect(await refund(400, `w1-${order._id}`)).to.equal(id);
    expect(await money(member._id)).to.deep.equal([400, 0]);
    expect(await reload(order)).to.include({ status: 20, refundFen: 400, walletRefundFen: 0, refundingId: null });
    const row = await PayRefundModel.findById(id).lean();
    expect(row).to.include({ status: 10 });
    expect(row!.channelRefundNo).to.match(/^W/);
    await refund(600, `w2-${order._id}`);
    expect(await refund(1, `w3-${order._id}`).catch((error: { code: number }) => error.code)).to.equal(1007006000);
    expect(await money(member._id)).to.deep.equal([1_000, 0]);
    await runJobs();
    const told = (await deliveries("mall", order.merchantOrderId)).map(({ body }) => JSON.parse(body).type);
    expect(told.filter((type) => type === "pay.refund.succeeded")).to.have.length(2);
  });

  it("pays the shop's order, wholly or in part", async () => {
    for (const body of [byWallet, withWalletPart(2_000, byPage)]) {
      const isCombined = body !== byWallet;
      const owner = await buildWallet(isCombined ? 3_000 : 50_000);
      const { order, payOrderId, client } = await buildUnpaidOrder({ owner });
      const waiting = (await findPayOrder(payOrderId))!;
      const reply = await client.post(path, submitBody(waiting, body));
      expect(reply.code, reply.msg).to.equal(0);
      if (isCombined) await settle((await reload(waiting)).no!);
      await runJobs();
      const paid = (await reloadOrder(order._id)).order;
      expect(paid).to.include({ status: 10, payStatus: true, payChannelCode: body["channelCode"] });
      const rest = isCombined ? 1_000 : 50_000 - order.payPriceFen;
      expect(await money(owner.member._id)).to.deep.equal([rest, 0]);
    }
  });

  it("is frozen no longer once the shopper cancels the order", async () => {
    const owner = await buildWallet(3_000);
    const { order, payOrderId, client } = await buildUnpaidOrder({ owner });
    await client.post(path, submitBody((await findPayOrder(payOrderId))!, withWalletPart(2_000)));
    expect(await money(owner.member._id)).to.deep.equal([1_000, 2_000]);
    expect((await client.post("/app-api/trade/order/cancel", { id: order._id })).code).to.equal(0);
    expect(await money(owner.member._id)).to.deep.equal([3_000, 0]);
  });
});
