import mongoose from "mongoose";
import type { Migration } from "#shared/kernel/mongo/migrations.js";
import { endOfPhone } from "#shared/kernel/request/phones.js";

interface Row {
  _id: number;
  receiverMobile?: string;
  receiverMobileEnd?: string;
}
const BATCH = 500;

/**
 * Orders are found by the last four digits of their receiver's mobile. By id, in batches that each are written before the
 * next is read; an order whose receiver changes meanwhile keeps the new one's.
 */
export const endsOfReceiverMobiles: Migration = {
  number: 19,
  name: "0019 ends of receivers' mobiles",
  async up() {
    const orders = mongoose.connection.db!.collection<Row>("tradeOrders");
    for (let after = 0; ;) {
      const some = await orders
        .find({ _id: { $gt: after } }, { projection: { receiverMobile: 1, receiverMobileEnd: 1 } })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      if (some.length === 0) return;
      const bare = some.filter(({ receiverMobileEnd }) => receiverMobileEnd === undefined);
      if (bare.length > 0)
        await orders.bulkWrite(
          bare.map(({ _id, receiverMobile = "" }) => ({
            updateOne: {
              filter: { _id, receiverMobile },
              update: { $set: { receiverMobileEnd: endOfPhone(receiverMobile) } },
            },
          })),
          { ordered: false },
        );
      after = some.at(-1)!._id;
    }
  },
};
