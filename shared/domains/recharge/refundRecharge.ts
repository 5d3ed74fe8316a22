import { recordOperation } from "#shared/domains/audit/index.js";
import { payErrors, refundIsOpen, refundPayOrder } from "#shared/domains/pay/index.js";
import { freezeBalance, walletErrors, withWalletLock } from "#shared/domains/wallet/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { rechargeErrors } from "./recharge.errors.js";
import { RechargeModel, type RechargeDoc } from "./recharge.model.js";
import { findRecharge } from "./recharge.queries.js";
import { RechargeRefundStatus } from "./recharge.states.js";

/** The freeze id of a refund; each try has its own. */
export const refundFreezeOf = ({ _id, refundTries }: Pick<RechargeDoc, "_id" | "refundTries">): string =>
  `recharge-${_id}-refund-${refundTries}`;

/**
 * An operator refunds a recharge (rules: Wallet): the credited sum, bonus included, is frozen, and the paid sum is
 * refunded through the channel; finishRechargeRefund records the outcome. Returns the refund's id. Throws 1007008000,
 * 005 (unpaid), 006 (refunded or under way; 1007006010 while it waits for the merchant at the channel), 007 (balance short), and the errors of pay.
 */
export async function refundRecharge(rechargeId: number): Promise<number> {
  const recharge = await findRecharge(rechargeId);
  if (!recharge) throw rechargeErrors.RechargeNotFound();
  return withWalletLock(recharge.memberId, () => inTransaction(() => beginRefund(rechargeId)));
}

async function beginRefund(rechargeId: number): Promise<number> {
  const recharge = await findRecharge(rechargeId);
  if (!recharge) throw rechargeErrors.RechargeNotFound();
  if (!recharge.payStatus) throw rechargeErrors.RefundUnpaid();
  const { memberId, payOrderId, payPriceFen, totalPriceFen, refundTries } = recharge;
  const { modifiedCount } = await RechargeModel.updateOne(
    { _id: rechargeId, refundTries, $or: [{ payRefundId: null }, { refundStatus: RechargeRefundStatus.failed }] },
    { $set: { refundStatus: RechargeRefundStatus.none }, $inc: { refundTries: 1 } },
  );
  if (modifiedCount === 0) {
    const open = await refundIsOpen(recharge.payRefundId);
    throw payErrors.RefundNeedsMerchant.is(open) ? open : rechargeErrors.RefundAlready();
  }
  const attempt = refundTries + 1;
  await freeze(memberId, totalPriceFen, refundFreezeOf({ _id: rechargeId, refundTries: attempt }));
  const refundId = await refundPayOrder({
    payOrderId,
    // A number that failed at the channel stays failed there, so each try needs its own.
    merchantRefundId: attempt === 1 ? `${rechargeId}-refund` : `${rechargeId}-refund-${attempt}`,
    refundFen: payPriceFen,
    reason: "钱包充值退款",
  });
  await RechargeModel.updateOne({ _id: rechargeId }, { $set: { payRefundId: refundId } });
  await recordOperation({
    module: "pay",
    action: "recharge.refund",
    bizId: rechargeId,
    before: { refundStatus: recharge.refundStatus, payRefundId: recharge.payRefundId },
    after: {
      refundStatus: RechargeRefundStatus.none,
      payRefundId: refundId,
      totalPrice: totalPriceFen,
      payPrice: payPriceFen,
    },
  });
  return refundId;
}

async function freeze(memberId: number, amountFen: number, freezeId: string): Promise<void> {
  try {
    await freezeBalance({ memberId, amountFen, freezeId });
  } catch (error) {
    if (walletErrors.BalanceShort.is(error)) throw rechargeErrors.RefundBalanceShort();
    throw error;
  }
}
