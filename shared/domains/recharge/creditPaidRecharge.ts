import { findPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { creditRecharge } from "#shared/domains/wallet/worker.js";
import { withWalletLock } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { RechargeModel, type RechargeDoc } from "./recharge.model.js";
import { rechargeErrors } from "./recharge.errors.js";
import { findRecharge } from "./recharge.queries.js";

/**
 * Credits the recharge of a paid pay order, paid sum and bonus each as a ledger row (rules: Wallet). The pay order is
 * read again, as the event is only a hint. Pay orders of other apps are ignored. Idempotent.
 */
export async function creditPaidRecharge(payOrderId: number): Promise<void> {
  const payOrder = await findPayOrder(payOrderId);
  if (!payOrder) throw rechargeErrors.PaidByAnotherPayOrder();
  if (payOrder.appId !== PayAppId.wallet) return;
  const recharge = await findRecharge(Number(payOrder.merchantOrderId));
  if (!recharge) throw rechargeErrors.RechargeNotFound();
  if (recharge.payOrderId !== payOrderId) throw rechargeErrors.PaidByAnotherPayOrder();
  if (recharge.payStatus) return;
  checkPayment(recharge, payOrder);
  await withWalletLock(recharge.memberId, () => inTransaction(() => writeCredit(recharge, payOrder)));
}

function checkPayment(recharge: RechargeDoc, payOrder: PayOrderDoc): void {
  if (payOrder.status !== PayStatus.paid && payOrder.status !== PayStatus.refunded)
    throw rechargeErrors.PaidWithoutPayment();
  // The wallet app has no wallet channel: a wallet cannot be recharged from a wallet.
  if (payOrder.priceFen !== recharge.payPriceFen || payOrder.walletPartFen !== 0)
    throw rechargeErrors.PaidPriceDiffers();
}

async function writeCredit(recharge: RechargeDoc, payOrder: PayOrderDoc): Promise<void> {
  const { _id: rechargeId, memberId, payPriceFen, bonusPriceFen } = recharge;
  const { modifiedCount } = await RechargeModel.updateOne(
    { _id: rechargeId, payStatus: false },
    {
      $set: {
        payStatus: true,
        payAt: payOrder.successAt ?? clock.now(),
        payChannelCode: payOrder.channelCode,
        payOrderNo: payOrder.no,
        payOrderChannelOrderNo: payOrder.channelOrderNo,
      },
    },
  );
  if (modifiedCount === 0) return; // credited by another run meanwhile
  await creditRecharge({ memberId, amountFen: payPriceFen, rechargeId, part: "paid" });
  if (bonusPriceFen > 0) await creditRecharge({ memberId, amountFen: bonusPriceFen, rechargeId, part: "bonus" });
}
