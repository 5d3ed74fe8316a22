import mongoose from "mongoose";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

const rows = (name: string) => mongoose.connection.db!.collection(name);

/**
 * An equality on a field does not use an index that is partial by `$type` or by another field: a job's key, a payment's
 * fingerprint and a member's mobile were searched by scans. Their indexes are whole or sparse now.
 */
export const lookUpsByWholeIndexes: Migration = {
  number: 3,
  name: "0003 look-ups by whole indexes",
  async beforeIndexes() {
    await drop("outbox", "key_1");
    await drop("payAttempts", "fingerprint_1");
    await drop("payAttempts", "contentId_1");
    await drop("members", "mobile_1");
    await drop("tradeOrders", "pickUpVerifyCode_1");
    await rows("outbox").updateMany({ open: true, key: { $type: "string" } }, [{ $set: { openKey: "$key" } }]);
    await rows("payAttempts").updateMany({ open: false }, [
      { $set: { fingerprint: { $concat: ["over-", { $toString: "$_id" }] } } },
    ]);
    await rows("members").updateMany({ mobile: null }, { $unset: { mobile: 1 } });
  },
};

/** No-op without the index, or the whole collection: a new database, or a second run. */
async function drop(collection: string, index: string): Promise<void> {
  const existing = await rows(collection)
    .indexes()
    .catch(() => []);
  if (existing.some(({ name }) => name === index)) await rows(collection).dropIndex(index);
}
