import { defineModel, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";

interface PromotionGuardDoc {
  _id: string;
  version: number;
}
const PromotionGuardModel = defineModel<PromotionGuardDoc>("promotionGuards", {
  _id: { type: String, required: true },
  version: { type: Number, default: 0 },
});

/**
 * Makes concurrent writes of activities of a kind conflict, so that the check "no other activity has this product"
 * still holds at the commit. Must be the first write of the caller's transaction.
 */
export async function guardActivities(kind: "discount" | "reward"): Promise<void> {
  try {
    await PromotionGuardModel.updateOne({ _id: kind }, { $inc: { version: 1 } }, { upsert: true });
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace(kind);
    throw error;
  }
}
