import { expect } from "chai";
import mongoose from "mongoose";
import { checkInvariants } from "#scripts/check/invariants.js";
import { refundPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { WalletModel } from "#shared/domains/wallet/wallet.model.js";
import { WalletFreezeModel } from "#shared/domains/wallet/walletFreeze.model.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { buildWallet } from "#test/factories/wallet.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildSubmitted, byWallet, fault, noFaults, reload, settle, withWalletPart } from "../../pay/support.js";

const looked = new Set<number>();

/** What the check says of a pay order and what belongs to it; other rows of the run are not looked at. */
async function foundAt(order: Pick<PayOrderDoc, "_id">, ...more: string[]): Promise<string[]> {
  looked.add(order._id);
  const { violations } = await checkInvariants();
  const mine = new Set([`pay order ${order._id}`, ...more]);
  return violations.filter(({ about }) => mine.has(about)).map(({ invariant, what }) => `${invariant} ${what}`);
}

/** A combined payment, 400 of 1,000 fen out of the wallet, paid at the channel too. */
async function buildCombined() {
  const owner = await buildWallet(700);
  const built = await buildSubmitted({ priceFen: 1_000 }, withWalletPart(400), owner);
  await settle(built.no);
  await runJobs();
  return { ...built, order: await reload(built.order) };
}

async function buildByWallet() {
  const owner = await buildWallet(2_000);
  const { client, order } = await buildPayOrder({ priceFen: 1_000 }, owner);
  expect((await client.post("/app-api/pay/order/submit", submitBody(order, byWallet))).code).to.equal(0);
  await runJobs();
  return { client, order: await reload(order) };
}

/** Other tests of the run look at all wallets. */
async function dropWhatWasBroken(): Promise<void> {
  const payOrderId = { $in: [...looked] };
  const memberId = { $in: await PayOrderModel.distinct("memberId", { _id: payOrderId }) };
  await WalletModel.deleteMany({ memberId });
  await WalletTransactionModel.deleteMany({ memberId });
  await WalletFreezeModel.deleteMany({ memberId });
  await inTransaction(async () => PayAttemptModel.deleteMany({ payOrderId }));
  await PayRefundModel.deleteMany({ payOrderId });
  await PayOrderModel.deleteMany({ _id: payOrderId });
}

describe("npm run check, on a shop whose payments it must doubt", () => {
  before(() => startService());
  after(dropWhatWasBroken);

  it("begins anew when the server ends its transaction midway", async () => {
    const { order } = await buildByWallet();
    const client = mongoose.connection.getClient();
    let begun = 0;
    let first: mongoose.mongo.ServerSessionId | undefined;
    const transactionOf = new Map<number, number>();
    const ended = new Set<number>();
    /** With each of its commands: on a busy machine the first kill may come too late. */
    const endTheFirst = ({ command, commandName, requestId }: mongoose.mongo.CommandStartedEvent): void => {
      const session = command["lsid"] as mongoose.mongo.ServerSessionId | undefined;
      if (command["startTransaction"] && ++begun === 1) first = session;
      if (command["autocommit"] === false && commandName !== "abortTransaction") transactionOf.set(requestId, begun);
      if (begun === 1 && session?.id.toString("hex") === first?.id.toString("hex"))
        void client.db("admin").command({ killSessions: [first] });
    };
    const noteEnd = ({ requestId }: mongoose.mongo.CommandFailedEvent): void => {
      const transaction = transactionOf.get(requestId);
      if (transaction !== undefined) ended.add(transaction);
    };
    client.on("commandStarted", endTheFirst).on("commandFailed", noteEnd);
    try {
      expect(await foundAt(order)).to.deep.equal([]);
    } finally {
      client.off("commandStarted", endTheFirst).off("commandFailed", noteEnd);
    }
    // A kill that comes late may end the second as well, which takes over the session: one more than were ended.
    expect([...ended]).to.include(1);
    expect(begun).to.equal(ended.size + 1);
  });

  it("finds nothing at sound payments: by wallet, combined, held, refunded in part", async () => {
    const combined = await buildCombined();
    const byOne = await buildByWallet();
    const held = await buildSubmitted({ priceFen: 1_000 }, withWalletPart(400), await buildWallet(700));
    for (const [index, { order }] of [combined, byOne].entries()) {
      await refundPayOrder({
        payOrderId: order._id,
        merchantRefundId: `check-${order._id}`,
        refundFen: index === 0 ? 800 : 300,
        reason: "",
      });
    }
    await runJobs();
    for (const { order } of [combined, byOne, held]) expect(await foundAt(order)).to.deep.equal([]);
    const refunded = await reload(combined.order);
    expect([refunded.refundFen, refunded.walletRefundFen]).to.deep.equal([600, 200]);
  });

  it("finds a price and a wallet part that are not what was paid", async () => {
    const { order } = await buildCombined();
    await PayOrderModel.updateOne({ _id: order._id }, { $inc: { priceFen: -1, walletPartFen: 1 } });
    expect((await foundAt(order)).join()).to.match(
      /paid 600 of 599.*wallet part of 400 instead of 401.*401 fen are due/,
    );
  });

  it("finds a paid order without its ledger row, and a row without a paid order", async () => {
    const { order } = await buildByWallet();
    await WalletTransactionModel.updateOne({ bizType: 3, bizId: String(order._id) }, { $set: { bizId: "999999999" } });
    expect(await foundAt(order, "pay order 999999999")).to.deep.equal([
      "I3 1000 fen are due from the wallet, 0 were taken",
      "I3 is absent, a wallet has paid it",
    ]);
    await WalletTransactionModel.updateOne({ bizId: "999999999" }, { $set: { bizId: String(order._id) } });
    await PayOrderModel.updateOne({ _id: order._id }, { $set: { status: 0 } });
    expect((await foundAt(order)).join()).to.match(/not paid.*0 fen are due from the wallet, 1000 were taken/);
  });

  it("finds two payments of one order, and one that is gone", async () => {
    const { order } = await buildCombined();
    await PayAttemptModel.updateOne({ _id: order.attemptId! }, { $set: { status: 30 } });
    expect((await foundAt(order, `attempt ${order.attemptId}`)).join()).to.match(
      /without a settled payment.*600 fen came and do not count, 0 go back/,
    );
    const attempt = (await PayAttemptModel.findById(order.attemptId!).lean())!;
    const twice = { ...attempt, status: 10 as const, no: `${attempt.no}x` };
    await PayAttemptModel.updateOne({ _id: attempt._id }, { $set: { status: 10 } });
    await PayAttemptModel.create([{ ...twice, _id: attempt._id + 1_000_000_000, fingerprint: `${attempt.no}x` }]);
    expect(await foundAt(order)).to.deep.equal(["I3 2 settled payments"]);
  });

  it("finds more given back than came, and refunds that do not add up", async () => {
    const { order } = await buildCombined();
    await PayOrderModel.updateOne({ _id: order._id }, { $set: { status: 20, refundFen: 601 } });
    expect((await foundAt(order)).join()).to.match(/gave back 601 \+ 0 of 600 \+ 400.*add up to another sum/);
  });

  it("finds a refund whose wallet part never came", async () => {
    const { order } = await buildByWallet();
    const merchantRefundId = `gone-${order._id}`;
    const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: 300, reason: "" });
    await runJobs();
    await WalletTransactionModel.deleteOne({ bizType: 4, bizId: String(id) });
    expect(await foundAt(order, `refund ${id}`)).to.deep.equal(["I3 300 fen go to the wallet, 0 came"]);
  });

  it("finds late money that is given back twice, or not", async () => {
    const { client, order, no } = await buildSubmitted({ priceFen: 1_000 }, {}, await buildWallet(2_000));
    await fault({ mode: "error", count: 1 });
    expect((await client.post("/app-api/pay/order/submit", submitBody(order, byWallet))).code).to.equal(0);
    await noFaults();
    await settle(no, { force: true });
    await runJobs();
    const attempt = (await PayAttemptModel.findOne({ no }).lean())!;
    const about = `attempt ${attempt._id}`;
    expect(await foundAt(order, about)).to.deep.equal([]);
    await PayRefundModel.updateOne({ attemptId: attempt._id }, { $inc: { refundFen: 1_000 } });
    expect(await foundAt(order, about)).to.deep.equal(["I3 1000 fen came and do not count, 2000 go back"]);
    await PayRefundModel.deleteOne({ attemptId: attempt._id });
    expect(await foundAt(order, about)).to.deep.equal(["I3 1000 fen came and do not count, 0 go back"]);
  });

  it("finds wallet money that stays frozen for an attempt that is over", async () => {
    const { order } = await buildSubmitted({ priceFen: 1_000 }, withWalletPart(400), await buildWallet(700));
    const id = order.attemptId!;
    const freezeId = `payAttempt-${id}-1`;
    await PayAttemptModel.updateOne({ _id: id }, { $set: { walletHeld: false } });
    expect(await foundAt(order, `freeze ${freezeId}`)).to.deep.equal(["I3 held for an attempt that does not hold it"]);
    await PayAttemptModel.updateOne({ _id: id }, { $set: { walletHeld: true, status: 30 } });
    expect((await foundAt(order, `attempt ${id}`)).join()).to.contain("still holds wallet money");
    await PayAttemptModel.updateOne({ _id: id }, { $set: { status: 0 } });
    await WalletFreezeModel.updateOne({ _id: freezeId }, { $set: { amountFen: 399 } });
    expect((await foundAt(order, `freeze ${freezeId}`)).join()).to.contain("399 instead of 400 fen");
  });
});
