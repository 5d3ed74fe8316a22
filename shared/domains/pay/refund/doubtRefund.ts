import type { ChannelRefund } from "#shared/providers/pay/port.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { endAnomaly } from "../anomaly/payAnomaly.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { listRefund } from "./listRefund.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";

const undoneKey = (refundId: number): string => `refund-undone-${refundId}`;

/**
 * News that contradict the end that was booked, and that do not say that money went back: nothing is booked, as goods and
 * points may have followed the first news. They may be late, so the channel is queried until it agrees; until then, or
 * for ever, the refund is listed.
 */
export async function doubtRefund(
  refund: PayRefundDoc,
  { code, reason }: Extract<ChannelRefund, { state: "failed" | "needsMerchant" }>,
): Promise<void> {
  const isSuccess = refund.status === PayRefundStatus.succeeded;
  // Paid otherwise: that the channel did not pay is no news.
  if (isSuccess && isPaidOtherwise(refund)) return;
  await PayRefundModel.updateOne({ _id: refund._id }, { $set: { inDoubt: true, nextAskAt: clock.after(minutes(1)) } });
  const words = `${code} ${reason}`.trim();
  await listRefund(refund, {
    kind: "refundContradicted",
    key: undoneKey(refund._id),
    note: isSuccess
      ? `booked as refunded, now the channel says ${words}: if it stays so, pay the member outside and record that here`
      : `booked as failed, now the channel says ${words}: it may still give the money back`,
  });
}

/** By hand, or to the member's wallet. */
export const isPaidOtherwise = ({ paidOutsideFen, toWalletFen }: PayRefundDoc): boolean =>
  (paidOutsideFen ?? toWalletFen ?? null) !== null;

/** News that agree with what is booked end a doubt. Money that was paid otherwise and by the channel too is listed. */
export async function confirmRefund(refund: PayRefundDoc, found: ChannelRefund): Promise<void> {
  const how = (refund.toWalletFen ?? null) === null ? "paid outside by hand" : "paid to the wallet";
  if (found.state === "success" && isPaidOtherwise(refund) && !refund.toMerchant)
    await listRefund(refund, {
      kind: "refundContradicted",
      key: `refund-twice-${refund._id}`,
      note: found.toMerchant
        ? `${how}; the channel gave its part back to the shop's own account`
        : `${how}, and the channel gave it back as well: the member got it twice`,
    });
  if (!refund.inDoubt) return;
  await PayRefundModel.updateOne({ _id: refund._id }, { $set: { inDoubt: false } });
  await endAnomaly({ key: undoneKey(refund._id) }, "provider");
}

/**
 * For refunds of an older version, which booked as failed what only waited for the merchant: the channel is asked about them
 * again.
 */
export async function doubtAbnormalFailures(): Promise<void> {
  await PayRefundModel.updateMany(
    { status: PayRefundStatus.failed, failureCode: "ABNORMAL", inDoubt: { $ne: true } },
    { $set: { inDoubt: true, nextAskAt: clock.now() } },
  );
}
