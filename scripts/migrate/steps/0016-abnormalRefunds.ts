import { doubtAbnormalFailures } from "#shared/domains/pay/worker.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

/**
 * Refunds that were booked as failed while their channel only waited for the merchant: the channel is asked again, and a
 * success that it has made since is booked, another state is listed.
 */
export const abnormalRefunds: Migration = {
  number: 16,
  name: "0016 refunds that waited for the merchant",
  up: doubtAbnormalFailures,
};
