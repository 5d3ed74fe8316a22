import { findEndedRefund } from "#shared/domains/pay/worker.js";

import { captureRechargeRefund, releaseFrozen, withWalletLock } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { rechargeErrors } from "./recharge.errors.js";
import { RechargeModel, type RechargeDoc } from "./recharge.model.js";
import { findRecharge } from "./recharge.queries.js";
import { refundFreezeOf } from "./refundRecharge.js";
import { RechargeRefundStatus } from "./recharge.states.js";

/**
 * Ends the refund of a recharge: captures the frozen sum, or releases it after a failure. The outcome is read from the
 * refund's own row, not from the event. A refund under way, and refunds of other apps, are ignored. Idempotent.
 */
export async function finishRechargeRefund(refundId: number): Promise<void> {
  const refund = await findEndedRefund(refundId);
  if (refund?.appId !== PayAppId.wallet) return;
  const recharge = await findRecharge(Number(refund.merchantOrderId));
  if (!recharge) throw rechargeErrors.RechargeNotFound();
  if (recharge.payRefundId !== refundId) throw rechargeErrors.RefundOfAnother();
  const write = refund.succeeded ? succeed : fail;
  await withWalletLock(recharge.memberId, () => inTransaction(() => write(recharge, refundId)));
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
