import { clock } from "#shared/kernel/time/clock.js";
import { nowAbout } from "#shared/kernel/request/context.js";
import { recordObjective } from "#shared/kernel/observability/objectives.js";
import type { ChannelNotice } from "#shared/providers/pay/port.js";
import { merchantsOf } from "../channel/channelMerchants.js";
import { finishRefund } from "../refund/finishRefund.js";
import { listRefundedThere } from "../refund/refundedThere.js";
import { findChannel } from "../channel/payApp.queries.js";
import type { PayChannelDoc } from "../channel/payApp.model.js";
import { PayCallbackModel, type PayCallbackDoc } from "./payCallback.model.js";
import { channelKinds } from "../channel/payChannel.codes.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { listAnomaly, unknownOrderKey } from "../anomaly/payAnomaly.js";
import { settlePayment } from "../order/settlePayment.js";

/** Decrypts a stored callback and applies it. No-op when it was handled before. */
export async function handleCallback(callbackId: number): Promise<void> {
  const callback = await PayCallbackModel.findById(callbackId).lean<PayCallbackDoc>();
  if (!callback || callback.handledAt) return;
  const channel = await findChannel(callback.channelId);
  if (!channel) throw new Error(`callback ${callbackId} names channel ${callback.channelId}, which is gone`);
  const { notice, merchantId } = openNotice(channel, callback.body);
  if (notice.kind === "payment" && notice.payment.state === "paid") {
    const { state: _, ...payment } = notice.payment;
    await settlePayment({ family: channelKinds[channel.code].family, merchantId, no: notice.no, ...payment });
    recordObjective("callbackToPaid", "pay-event", clock.ms() - callback.createdAt.getTime());
  }
  if (notice.kind === "foreign") await listForeign(channel, notice);
  if (notice.kind === "refund") {
    const refund = notice.no === null ? null : await PayRefundModel.findOne({ no: notice.no }).lean<PayRefundDoc>();
    if (!refund && notice.refund.state === "success")
      await listRefundedThere({ ...notice, at: notice.refund.refundedAt });
    if (refund) {
      nowAbout({ refundId: refund._id, payOrderId: refund.payOrderId });
      await finishRefund(refund, notice.refund);
    }
  }
  await PayCallbackModel.updateOne({ _id: callbackId }, { $set: { handledAt: clock.now() } });
}

type Foreign = Extract<ChannelNotice, { kind: "foreign" }>;

/** A notice for another merchant or application changes nothing; it is listed for the operators. */
async function listForeign({ code }: PayChannelDoc, { no, channelOrderNo, amountFen, why }: Foreign): Promise<void> {
  const { family } = channelKinds[code];
  const payment = { family, no, channelOrderNo };
  const note = `reports another ${why}`;
  await listAnomaly({
    kind: "unknownOrder",
    key: `foreign-${unknownOrderKey(payment)}`,
    no,
    channelCode: family,
    channelOrderNo,
    paidFen: amountFen,
    note,
  });
}

/** Tries the channel's merchants, as only the addressed one's keys decrypt it. Throws the last merchant's error. */
function openNotice(channel: PayChannelDoc, body: string): { notice: ChannelNotice; merchantId: string } {
  let thrown: unknown;
  let foreign: { notice: ChannelNotice; merchantId: string } | undefined;
  for (const { merchantId, verifier } of merchantsOf(channel))
    try {
      const opened = { notice: verifier.openNotice(body), merchantId };
      if (opened.notice.kind !== "foreign") return opened;
      foreign ??= opened;
    } catch (error) {
      thrown = error;
    }
  if (foreign) return foreign;
  throw thrown;
}
