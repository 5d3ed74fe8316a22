import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { RechargeModel } from "#shared/domains/recharge/recharge.model.js";
import { refundFreezeOf } from "#shared/domains/recharge/refundRecharge.js";
import { releaseFrozen } from "#shared/domains/wallet/index.js";
import { WalletModel } from "#shared/domains/wallet/wallet.model.js";
import { WalletFreezeModel } from "#shared/domains/wallet/walletFreeze.model.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { startService } from "#test/support/service.js";
import { beginHeldRefund, buildPaidRecharge, control, reload, settleRefund } from "./support.js";

const broken: { rechargeId: number; payOrderId: number; memberId: number }[] = [];
async function buildDoubted() {
  const { rechargeId, payOrderId, member } = await buildPaidRecharge({ payPrice: 10_000 });
  broken.push({ rechargeId, payOrderId, memberId: member._id });
  return { rechargeId, member };
}
async function foundAt(rechargeId: number): Promise<string> {
  const { violations } = await checkInvariants();
  return violations
    .filter(({ about }) => about === `recharge ${rechargeId}`)
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join("; ");
}
const giveBackToWallet = async (rechargeId: number): Promise<void> => {
  const freezeId = refundFreezeOf(await reload(rechargeId));
  await inTransaction(async () => {
    await RechargeModel.updateOne({ _id: rechargeId }, { $set: { refundStatus: 20 } });
    await releaseFrozen({ freezeId });
  });
};

describe("npm run check, on recharges that it must doubt", () => {
  before(() => startService());
  afterEach(() => control("DELETE", "/faults"));
  /** Other tests of the run look at all recharges and wallets. */
  after(async () => {
    const memberId = { $in: broken.map((one) => one.memberId) };
    const payOrderId = { $in: broken.map((one) => one.payOrderId) };
    await RechargeModel.deleteMany({ _id: { $in: broken.map(({ rechargeId }) => rechargeId) } });
    await WalletModel.deleteMany({ memberId });
    await WalletTransactionModel.deleteMany({ memberId });
    await WalletFreezeModel.deleteMany({ memberId });
    await PayRefundModel.deleteMany({ payOrderId });
    await PayOrderModel.deleteMany({ _id: payOrderId });
  });

  it("finds nothing at sound ones: paid, under way, given back, failed, failed and begun again", async () => {
    const ends = [undefined, "hold", "success", "closed", "again"] as const;
    for (const end of ends) {
      const { rechargeId } = await buildPaidRecharge({ payPrice: 500 });
      const refundId = end === undefined ? undefined : await beginHeldRefund(rechargeId);
      if (refundId !== undefined && end !== "hold") await settleRefund(refundId, end === "success" ? end : "closed");
      if (end === "again") await settleRefund(await beginHeldRefund(rechargeId), "success");
      expect(await foundAt(rechargeId), end).to.equal("");
    }
  });

  it("finds money that came back to the wallet while the channel gives it back; once that ended it is taken again", async () => {
    const { rechargeId } = await buildDoubted();
    const refundId = await beginHeldRefund(rechargeId);
    await giveBackToWallet(rechargeId);
    expect(await foundAt(rechargeId)).to.match(/refund is under way at pay, what was frozen for it is released/);
    await settleRefund(refundId, "success");
    expect(await foundAt(rechargeId)).to.equal("");
    await WalletFreezeModel.deleteOne({ _id: `recharge-${rechargeId}-late-${refundId}` });
    expect(await foundAt(rechargeId)).to.match(/refund succeeded at pay, what was frozen for it is released/);
    await RechargeModel.updateOne({ _id: rechargeId }, { $set: { refundStatus: 20 } });
    expect(await foundAt(rechargeId)).to.match(/I3 its refund failed, at pay it succeeded/);
  });

  it("finds a sum that was taken though the channel gave nothing back, and one that pay does not know of", async () => {
    const { rechargeId } = await buildDoubted();
    const refundId = await beginHeldRefund(rechargeId);
    await settleRefund(refundId, "success");
    await PayRefundModel.updateOne({ _id: refundId }, { $set: { status: 20 } });
    expect(await foundAt(rechargeId)).to.match(/refund failed at pay, what was frozen for it is captured/);
    await PayRefundModel.updateOne({ _id: refundId }, { $set: { status: 10, refundFen: 9_999 } });
    expect(await foundAt(rechargeId)).to.match(/gives back 9999 fen/);
    await RechargeModel.updateOne({ _id: rechargeId }, { $set: { refundPayFen: 1 } });
    expect(await foundAt(rechargeId)).to.match(/says 10000 taken and 1 given back/);
    await PayRefundModel.deleteOne({ _id: refundId });
    expect(await foundAt(rechargeId)).to.match(/is not a refund of its pay order/);
  });

  it("finds a credit of what was not paid, and one of another sum", async () => {
    const { rechargeId } = await buildDoubted();
    await RechargeModel.updateOne({ _id: rechargeId }, { $set: { payStatus: false } });
    expect(await foundAt(rechargeId)).to.match(/I3 0 fen are to be credited, 10000 were/);
    await RechargeModel.updateOne({ _id: rechargeId }, { $set: { payStatus: true, totalPriceFen: 12_000 } });
    expect(await foundAt(rechargeId)).to.match(/I3 12000 fen are to be credited, 10000 were/);
  });
});
