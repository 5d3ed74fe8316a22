import { z } from "zod";
import { recordOperation } from "#shared/domains/audit/index.js";
import { minutes } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { sealValue } from "#shared/kernel/security/sealed.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { channelKinds } from "../channel/payChannel.codes.js";
import { payErrors } from "../pay.errors.js";
import { redirectRefundJob } from "../pay.jobs.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";

/** A bank account of the payer, which is kept sealed and for minutes. */
export const PayerAccount = z.object({ bankType: z.string(), bankAccount: z.string(), realName: z.string() });
export type PayerAccount = z.output<typeof PayerAccount>;

/**
 * An operator has the channel pay a refund that waits for the shop to an account of the payer, or (null) back to the
 * shop; a job asks the channel, whose refusal is shown on the refund. Throws 1007006004, 1007006005, 1007006012.
 */
export async function redirectRefund(refundId: number, account: PayerAccount | null): Promise<true> {
  return inTransaction(async () => {
    const refund = await PayRefundModel.findById(refundId).lean<PayRefundDoc>();
    if (!refund) throw payErrors.RefundNotFound();
    if (refund.status !== PayRefundStatus.underWay || !refund.needsMerchant) throw payErrors.RefundNotWaiting();
    const attempt = await PayAttemptModel.findById(refund.attemptId).lean<PayAttemptDoc>();
    // Only this provider has the act.
    if (!attempt || channelKinds[attempt.channelCode].family !== "wechatpay" || refund.channelRefundNo === null)
      throw payErrors.RefundNotRedirectable();
    const redirectTo = account ? ("payer" as const) : ("merchant" as const);
    await PayRefundModel.updateOne({ _id: refundId }, { $set: { redirectTo, redirectError: null } });
    const sealedId = account && (await sealValue(account, minutes(10)));
    await enqueue(redirectRefundJob, { refundId, sealedId });
    await recordOperation({
      module: "pay",
      action: "refund.redirect",
      bizId: refundId,
      before: { to: refund.redirectTo ?? null },
      after: { to: redirectTo },
    });
    return true as const;
  });
}
