import { expect } from "chai";
import { changePayOrderPrice, closePayOrder } from "#shared/domains/pay/index.js";
import { expirePayOrderJob } from "#shared/domains/pay/pay.jobs.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { dropWalletPart } from "#shared/domains/pay/attempt/walletPart.js";
import { adjustBalance } from "#shared/domains/wallet/index.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember } from "#test/factories/member.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { buildWallet, setPaymentPassword } from "#test/factories/wallet.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import {
  atChannel,
  buildSubmitted,
  byPage,
  byWallet,
  chase,
  fault,
  money,
  noFaults,
  reload,
  settle,
  withWalletPart,
} from "./support.js";

const path = "/app-api/pay/order/submit";

/** 1000 fen, 300 of them from a wallet of 800, submitted at WeChat Pay unless told otherwise. */
async function buildCombined(body: Record<string, unknown> = {}, balanceFen = 800) {
  const owner = await buildWallet(balanceFen);
  const built = await buildSubmitted({ priceFen: 1_000 }, withWalletPart(300, body), owner);
  return { ...built, money: () => money(owner.member._id) };
}

describe("a combined payment", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  for (const [name, body] of [
    ["WeChat Pay", {}],
    ["Alipay", byPage],
  ] as const)
    it(`freezes the wallet's part, collects the rest through ${name}, and captures on success`, async () => {
      const { client, order, no, money: now } = await buildCombined(body);
      expect(await now()).to.deep.equal([500, 300]);
      expect(await atChannel(no)).to.include({ state: "waiting", amount: 700 });
      const { data } = await client.get(`/app-api/pay/order/get?id=${order._id}&sync=false`);
      expect(data).to.include({ status: 0, price: 700, walletCombinationPaymentPrice: 300 });
      await settle(no, { times: 5 });
      await runJobs();
      expect(await reload(order)).to.include({ status: 10, priceFen: 700, walletPartFen: 300 });
      expect(await now()).to.deep.equal([500, 0]);
    });

  it("the same again is the same attempt and freezes once, ten at once too", async () => {
    const owner = await buildWallet(800);
    const { client, order } = await buildPayOrder({ priceFen: 1_000 }, owner);
    const body = submitBody(order, withWalletPart(300));
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.post(path, body)));
    const answers = new Set(replies.map(({ code, data, msg }) => `${code} ${data?.displayContent ?? msg}`));
    expect([...answers]).to.deep.equal([`0 ${replies[0]!.data.displayContent}`]);
    expect(await money(owner.member._id)).to.deep.equal([500, 300]);
    expect(await PayAttemptModel.countDocuments({ payOrderId: order._id })).to.equal(1);
  });

  it("takes any part of the balance, the whole of it too", async () => {
    for (const part of [1, 800]) {
      const owner = await buildWallet(800);
      const { no, order } = await buildSubmitted({ priceFen: 1_000 }, withWalletPart(part), owner);
      expect((await atChannel(no)).amount).to.equal(1_000 - part);
      expect(order).to.include({ priceFen: 1_000 - part, walletPartFen: part });
      expect(await money(owner.member._id)).to.deep.equal([800 - part, part]);
    }
  });

  it("is refused with the inner code that says why", async () => {
    const wrong: [balance: number, part: string, inner: number][] = [
      [0, "100", 1007007001],
      [1_000, "100", 1007007102],
      [1_001, "100", 1007007102],
      [800, "801", 1007007103],
      [800, "1000", 1007007103],
      [800, "1.5", 1007007103],
      [800, "-1", 1007007103],
      [800, "1e2", 1007007103],
      [800, "0100", 1007007103],
      [800, "abc", 1007007103],
    ];
    for (const [balance, part, inner] of wrong) {
      const owner = await buildWallet(balance);
      const { client, order } = await buildPayOrder({ priceFen: 1_000 }, owner);
      const reply = await client.post(path, submitBody(order, withWalletPart(part)));
      expect([reply.status, reply.code, reply.data], part).to.deep.equal([200, 1007002004, null]);
      expect(reply.msg, `${balance} ${part}`).to.contain(`[${inner}]`);
      expect(await money(owner.member._id)).to.deep.equal([balance, 0]);
      expect(await reload(order)).to.include({ priceFen: 1_000, walletPartFen: 0, attemptId: null });
    }
  });

  it("is refused for virtual goods, for a recharge, without the payment password, and where it is no text", async () => {
    const owner = await buildWallet(800);
    const refusal = async (overrides: object) => {
      const { client, order } = await buildPayOrder({ priceFen: 1_000, ...overrides }, owner);
      return client.post(path, submitBody(order, withWalletPart(300)));
    };
    expect((await refusal({ isVirtual: true })).msg).to.contain("[1007007104]");
    expect((await refusal({ appId: 8 })).code).to.equal(1007001000);
    await setPaymentPassword(owner.client, "135790");
    expect((await refusal({})).msg).to.contain("[1007007105]");
    const { order } = await buildPayOrder({}, owner);
    const typed = { channelExtras: { wallet_combination_payment_price: { $gt: "" } } };
    expect((await owner.client.post(path, submitBody(order, typed))).status).to.equal(400);
    expect((await stranger.post(path, submitBody(order, withWalletPart(1)))).status).to.equal(401);
    const other = await buildMember();
    const foreign = submitBody(order, { ...withWalletPart(1), userId: other.member._id });
    expect((await other.client.post(path, foreign)).code).to.equal(1007002000);
  });

  it("that the channel refuses to start gives the part free", async () => {
    const owner = await buildWallet(800);
    const { client, order } = await buildPayOrder({ priceFen: 1_000 }, owner);
    await fault({ mode: "error", count: 1, path: "/transactions/native" });
    expect((await client.post(path, submitBody(order, withWalletPart(300)))).code).to.equal(1007002004);
    expect(await money(owner.member._id)).to.deep.equal([800, 0]);
    expect(await reload(order)).to.include({ status: 0, priceFen: 1_000, walletPartFen: 0 });
    await runJobs();
    const again = await client.post(path, submitBody(order, withWalletPart(300)));
    expect(again.code, again.msg).to.equal(0);
    expect(await money(owner.member._id)).to.deep.equal([500, 300]);
  });

  it("is given free by a close, by its expiry and by another price; money that comes later goes back alone", async () => {
    const closed = await buildCombined();
    await closePayOrder(closed.order._id);
    expect(await closed.money(), "close").to.deep.equal([800, 0]);
    await runJobs();
    await settle(closed.no, { force: true });
    await runJobs();
    expect((await atChannel(closed.no)).refunded).to.equal(700);
    expect(await closed.money(), "late").to.deep.equal([800, 0]);
    expect(await reload(closed.order)).to.include({ status: 30, priceFen: 1_000, walletPartFen: 0 });

    const changed = await buildCombined();
    await changePayOrderPrice(changed.order._id, 900);
    expect(await changed.money(), "price").to.deep.equal([800, 0]);
    expect(await reload(changed.order)).to.include({ priceFen: 900, walletPartFen: 0 });

    const late = await buildCombined();
    heldClock.advance(hours(2) + 1);
    await enqueue(expirePayOrderJob, { payOrderId: late.order._id });
    await runJobs();
    expect(await late.money(), "expiry").to.deep.equal([800, 0]);
    expect((await reload(late.order)).status).to.equal(30);
  });

  it("of a wrong amount goes back alone, and the order can still be paid", async () => {
    const { client, order, no, money: now } = await buildCombined();
    await settle(no, { amount: 699 });
    await runJobs();
    expect((await atChannel(no)).refunded).to.equal(699);
    expect(await now()).to.deep.equal([800, 0]);
    expect(await reload(order)).to.include({ status: 0, priceFen: 1_000 });
    expect((await client.post(path, submitBody(order, withWalletPart(300)))).code).to.equal(0);
  });

  it("switched to another channel, another part or none moves what is frozen", async () => {
    const { client, order, no, money: now } = await buildCombined({}, 800);
    const other = await client.post(path, submitBody(order, withWalletPart(800, byPage)));
    expect(other.code, other.msg).to.equal(0);
    expect((await atChannel(no)).state).to.equal("closed");
    expect(await now()).to.deep.equal([0, 800]);
    const none = await client.post(path, submitBody(order, byPage));
    expect(none.code, none.msg).to.equal(0);
    expect(await now()).to.deep.equal([800, 0]);
    expect(await reload(order)).to.include({ priceFen: 1_000, walletPartFen: 0 });
    await settle((await reload(order)).no!);
    await runJobs();
    expect(await reload(order)).to.include({ status: 10, priceFen: 1_000, walletPartFen: 0 });
  });

  it("switched away while the channel cannot be asked: whichever is paid first counts, the other goes back", async () => {
    for (const first of [true, false]) {
      const { client, order, no, money: now } = await buildCombined({}, 300);
      await fault({ mode: "error", count: 1 });
      const other = await client.post(path, submitBody(order, withWalletPart(300, byPage)));
      expect(other.code, other.msg).to.equal(0);
      expect(await now()).to.deep.equal([0, 300]);
      const second = (await reload(order)).no!;
      const [paid, returned] = first ? [no, second] : [second, no];
      await settle(paid);
      await settle(returned, { force: true });
      await runJobs();
      const end = await reload(order);
      expect(end).to.include({ status: 10, priceFen: 700, walletPartFen: 300 });
      await chase();
      const refunded = [(await atChannel(no)).refunded, (await atChannel(second)).refunded];
      expect(refunded.sort()).to.deep.equal([0, 700]);
      expect(await now()).to.deep.equal([0, 0]);
      expect(await PayAnomalyModel.countDocuments({ payOrderId: order._id, kind: "secondPayment" })).to.equal(1);
    }
  });

  it("whose part was given free and spent elsewhere cannot count: the channel's money goes back", async () => {
    const { client, order, no, member, money: now } = await buildCombined({}, 300);
    await fault({ mode: "error", count: 1 });
    await client.post(path, submitBody(order, withWalletPart(300, byPage)));
    const second = (await reload(order)).no!;
    const attempt = (await PayAttemptModel.findOne({ no: second }).lean())!;
    await inTransaction(async () =>
      PayAttemptModel.updateOne({ _id: attempt._id }, { $set: { status: 30, open: false } }),
    );
    await dropWalletPart(attempt);
    await adjustBalance({ memberId: member._id, changeFen: -300, reason: "spent elsewhere" });
    await settle(no);
    await runJobs();
    expect((await atChannel(no)).refunded).to.equal(700);
    expect(await reload(order)).to.include({ status: 0 });
    expect(await PayAnomalyModel.countDocuments({ payOrderId: order._id, kind: "walletShort" })).to.equal(1);
    expect(await now()).to.deep.equal([0, 0]);
  });

  it("is paid wholly from the wallet once that covers it: what was frozen counts for it", async () => {
    const { client, order, no, member, money: now } = await buildCombined();
    await adjustBalance({ memberId: member._id, changeFen: 200, reason: "a gift" });
    const reply = await client.post(path, submitBody(order, byWallet));
    expect(reply.data, reply.msg).to.include({ status: 10 });
    expect(await now()).to.deep.equal([0, 0]);
    expect((await atChannel(no)).state).to.equal("closed");
    expect(await reload(order)).to.include({ status: 10, priceFen: 1_000, walletPartFen: 0, channelCode: "wallet" });
  });
});
