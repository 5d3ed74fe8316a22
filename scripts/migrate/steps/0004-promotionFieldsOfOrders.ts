import { fill, type Migration } from "#shared/kernel/mongo/migrations.js";

/** Orders from before promotions have no discounts and no rewards. */
export const promotionFieldsOfOrders: Migration = {
  number: 4,
  name: "0004 promotion fields of orders",
  async up() {
    await fill("tradeOrders", { givePoint: 0, giveCoupons: [], activityId: null, refundPoint: 0 });
    await fill("tradeOrderItems", { givePoint: 0 });
  },
};
