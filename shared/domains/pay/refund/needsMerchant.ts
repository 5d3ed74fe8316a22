import type { ChannelRefund } from "#shared/providers/pay/port.js";
import { clock, hours, minutes } from "#shared/kernel/time/clock.js";
import { endAnomaly } from "../anomaly/payAnomaly.js";
import { payErrors } from "../pay.errors.js";
import { PayRefundStatus } from "../order/payOrder.states.js";
import { listRefund } from "./listRefund.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";

/** A refund that waits for the merchant at the channel is queried each hour. */
export const ASK_MERCHANTS_MS = hours(1);

const WHERE_TO_SEND =
  "not over: the payer's account cannot receive it. Have the channel pay it to another account or back to the shop, or " +
  "pay it outside and record that here; this money is not refunded again meanwhile";
/** Where the channel has not taken it. */
const TOP_UP =
  "not over: the shop's balance at the channel is too low. Top it up, and the same refund is sent again within the " +
  "hour; or pay it outside and record that here";

/**
 * A state that is not final and that only the merchant can end, such as ABNORMAL or a balance that is too low: it stays under way with the channel's
 * words, is listed with what to do, and keeps any other refund of its money away.
 */
export async function waitForMerchant(
  refund: PayRefundDoc,
  { code, reason, channelRefundNo }: Extract<ChannelRefund, { state: "needsMerchant" }>,
): Promise<void> {
  const { matchedCount } = await PayRefundModel.updateOne(
    { _id: refund._id, status: PayRefundStatus.underWay },
    {
      $set: {
        needsMerchant: true,
        failureCode: code,
        failureReason: reason,
        channelRefundNo,
        nextAskAt: clock.after(ASK_MERCHANTS_MS),
      },
    },
  );
  if (matchedCount === 0) return;
  await listRefund(refund, {
    kind: "refundNeedsMerchant",
    key: `refund-needs-merchant-${refund._id}`,
    note: `${code} ${reason}: ${channelRefundNo === null ? TOP_UP : WHERE_TO_SEND}`,
  });
}

/** The channel works on it again, after the merchant has acted. */
export async function goOn(refund: PayRefundDoc): Promise<void> {
  if (!refund.needsMerchant) return;
  const { modifiedCount } = await PayRefundModel.updateOne(
    { _id: refund._id, status: PayRefundStatus.underWay, needsMerchant: true },
    { $set: { needsMerchant: false, failureCode: null, failureReason: null, nextAskAt: clock.after(minutes(1)) } },
  );
  if (modifiedCount > 0) await endAnomaly({ refundId: refund._id, kind: "refundNeedsMerchant" }, "provider");
}

/** Why no other refund of this money goes out now: 1007006010 when the open one waits for the merchant, else 1007006002. */
export async function refundIsOpen(refundId: number | null): Promise<Error> {
  const open =
    refundId === null
      ? null
      : await PayRefundModel.findOne({ _id: refundId, needsMerchant: true }).lean<PayRefundDoc>();
  if (!open) return payErrors.RefundInProgress();
  const reason = `${open.failureCode ?? ""} ${open.failureReason ?? ""}`.trim();
  return payErrors.RefundNeedsMerchant({ no: open.no, reason });
}
