import { findEndedRefund, listAnomaly, type EndedPayRefund } from "#shared/domains/pay/worker.js";
import { endedRefunds } from "#shared/domains/pay/index.js";
import {
  captureRechargeRefund,
  freezeBalance,
  releaseFrozen,
  walletErrors,
  withWalletLock,
} from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { rechargeErrors } from "./recharge.errors.js";
import { RechargeModel, type RechargeDoc } from "./recharge.model.js";
import { findRecharge } from "./recharge.queries.js";
import { refundFreezeOf } from "./refundRecharge.js";
import { RechargeRefundStatus } from "./recharge.states.js";

/**
 * Ends the refund of a recharge: captures the frozen sum, or releases it after a failure. The outcome is read from the
 * refund's own row, not from the event. One that failed may succeed after all, which takes the sum then. A refund under
 * way, and refunds of other apps, are ignored. Idempotent.
 */
export async function finishRechargeRefund(refundId: number): Promise<void> {
  const refund = await findEndedRefund(refundId);
  if (refund?.appId !== PayAppId.wallet) return;
  const recharge = await findRecharge(Number(refund.merchantOrderId));
  if (!recharge) throw rechargeErrors.RechargeNotFound();
  if (recharge.payOrderId !== refund.payOrderId) throw rechargeErrors.RefundOfAnother();
  await withWalletLock(recharge.memberId, () => inTransaction(() => record(recharge._id, refund)));
}

async function record(rechargeId: number, refund: EndedPayRefund): Promise<void> {
  const recharge = await findRecharge(rechargeId);
  if (!recharge) throw rechargeErrors.RechargeNotFound();
  const { payRefundId, refundStatus } = recharge;
  if (refundStatus === RechargeRefundStatus.none && payRefundId === refund.refundId) {
    if (refund.succeeded) return succeed(recharge, refund.refundId);
    await fail(recharge, refund.refundId);
    // An earlier try succeeded while this one was under way, and waited for its end.
    const earlier = (await endedRefunds(refund.payOrderId)).find(
      ({ status, _id }) => status === PayRefundStatus.succeeded && _id !== refund.refundId,
    );
    if (earlier) await succeedLate(recharge, earlier._id, earlier.no);
    return;
  }
  if (!refund.succeeded && payRefundId !== refund.refundId) throw rechargeErrors.RefundOfAnother();
  if (refund.succeeded && refundStatus === RechargeRefundStatus.failed)
    await succeedLate(recharge, refund.refundId, refund.no);
}

/** The id of what is frozen for a refund that succeeded after it had been reported as failed. */
const lateFreezeOf = (rechargeId: number, refundId: number): string => `recharge-${rechargeId}-late-${refundId}`;

/** The frozen sum was released: it is taken from the balance, or listed if that is spent. */
async function succeedLate(recharge: RechargeDoc, refundId: number, no: string): Promise<void> {
  const { _id: rechargeId, memberId, totalPriceFen, payPriceFen, bonusPriceFen } = recharge;
  const freezeId = lateFreezeOf(rechargeId, refundId);
  const isTaken = await freezeIfLeft({ memberId, amountFen: totalPriceFen, freezeId });
  const { modifiedCount } = await RechargeModel.updateOne(
    { _id: rechargeId, refundStatus: RechargeRefundStatus.failed },
    {
      $set: {
        payRefundId: refundId,
        refundStatus: RechargeRefundStatus.succeeded,
        refundAt: clock.now(),
        refundTotalFen: isTaken ? totalPriceFen : 0,
        refundPayFen: payPriceFen,
        refundBonusFen: isTaken ? bonusPriceFen : 0,
      },
    },
  );
  if (modifiedCount === 0) throw new LostRace(freezeId);
  if (isTaken) await captureRechargeRefund({ freezeId, rechargeId });
  else
    await listAnomaly({
      kind: "rechargeSpent",
      key: `recharge-spent-${rechargeId}`,
      payOrderId: recharge.payOrderId,
      merchantOrderId: String(rechargeId),
      no,
      refundId,
      paidFen: totalPriceFen,
      note: "the channel gave the money back after it had reported a failure; the balance is spent, nothing was taken",
    });
}

async function freezeIfLeft(freeze: { memberId: number; amountFen: number; freezeId: string }): Promise<boolean> {
  try {
    await freezeBalance(freeze);
    return true;
  } catch (error) {
    if (walletErrors.BalanceShort.is(error) || walletErrors.WalletClosed.is(error)) return false;
    throw error;
  }
}

async function succeed(recharge: RechargeDoc, refundId: number): Promise<void> {
  const { _id: rechargeId, totalPriceFen, payPriceFen, bonusPriceFen } = recharge;
  const { modifiedCount } = await RechargeModel.updateOne(
    { _id: rechargeId, payRefundId: refundId, refundStatus: RechargeRefundStatus.none },
    {
      $set: {
        refundStatus: RechargeRefundStatus.succeeded,
        refundAt: clock.now(),
        refundTotalFen: totalPriceFen,
        refundPayFen: payPriceFen,
        refundBonusFen: bonusPriceFen,
      },
    },
  );
  if (modifiedCount === 1) await captureRechargeRefund({ freezeId: refundFreezeOf(recharge), rechargeId });
}

async function fail(recharge: RechargeDoc, refundId: number): Promise<void> {
  const { modifiedCount } = await RechargeModel.updateOne(
    { _id: recharge._id, payRefundId: refundId, refundStatus: RechargeRefundStatus.none },
    { $set: { refundStatus: RechargeRefundStatus.failed } },
  );
  if (modifiedCount === 1) await releaseFrozen({ freezeId: refundFreezeOf(recharge) });
}
