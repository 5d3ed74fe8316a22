import { ChannelRefused, type RefundTarget } from "#shared/providers/pay/port.js";
import { openSealed } from "#shared/kernel/security/sealed.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { clientFor } from "../channel/channelClients.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { finishRefund } from "./finishRefund.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import { PayerAccount } from "./redirectRefund.js";

/**
 * Has the channel pay a refund to another account. No-op when it does not wait for the shop any more; a refusal is kept
 * on the refund. Throws while the channel does not answer.
 */
export async function redirectAtChannel(refundId: number, sealedId: string | null): Promise<void> {
  const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
  if (refund?.status !== PayRefundStatus.underWay || !refund.needsMerchant || refund.channelRefundNo === null) return;
  const attempt = await PayAttemptModel.findById(refund.attemptId).lean<PayAttemptDoc>();
  const client = attempt && (await clientFor(attempt));
  if (!client?.redirectRefund) return refuse(refund, "the channel has no such act");
  const target = await targetOf(sealedId);
  if (!target) return refuse(refund, "the bank account's data have expired: enter them again");
  try {
    const { no, channelRefundNo } = refund;
    await finishRefund(refund, await client.redirectRefund({ no, channelRefundNo, target }));
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    await refuse(refund, error.message);
  }
}

async function targetOf(sealedId: string | null): Promise<RefundTarget | undefined> {
  if (sealedId === null) return { to: "merchant" };
  const account = PayerAccount.safeParse(await openSealed(sealedId));
  return account.success ? { to: "payer", ...account.data } : undefined;
}

async function refuse({ _id }: PayRefundDoc, redirectError: string): Promise<void> {
  await PayRefundModel.updateOne({ _id, status: PayRefundStatus.underWay }, { $set: { redirectError } });
}
