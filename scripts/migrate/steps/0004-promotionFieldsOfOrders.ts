import mongoose from "mongoose";
import type { Migration } from "#shared/platform/migrations.js";

/** Orders from before promotions gave and took nothing. */
export const promotionFieldsOfOrders: Migration = {
  number: 4,
  name: "0004 promotion fields of orders",
  async up() {
    await fill("tradeOrders", { givePoint: 0, giveCoupons: [], activityId: null, refundPoint: 0 });
    await fill("tradeOrderItems", { givePoint: 0 });
  },
};

async function fill(collection: string, fields: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(fields))
    await mongoose.connection
      .db!.collection(collection)
      .updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
}
