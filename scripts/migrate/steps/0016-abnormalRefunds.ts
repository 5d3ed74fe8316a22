import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { clock } from "#shared/kernel/time/clock.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

/**
 * Refunds that were booked as failed while their channel only waited for the merchant: the channel is asked again, and a
 * success that it has made since is booked, another state is listed.
 */
export const abnormalRefunds: Migration = {
  number: 16,
  name: "0016 refunds that waited for the merchant",
  async up() {
    await PayRefundModel.updateMany(
      { status: PayRefundStatus.failed, failureCode: "ABNORMAL", inDoubt: { $ne: true } },
      { $set: { inDoubt: true, nextAskAt: clock.now() } },
    );
  },
};
