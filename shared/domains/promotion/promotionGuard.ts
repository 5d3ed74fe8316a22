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
 * Two operators who save activities of a kind at once meet here, one is tried again after the other: what "no other
 * activity has this product" was answered from is still so at the commit. First in the caller's transaction.
 */
export async function guardActivities(kind: "discount" | "reward"): Promise<void> {
  try {
    await PromotionGuardModel.updateOne({ _id: kind }, { $inc: { version: 1 } }, { upsert: true });
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace(kind);
    throw error;
  }
}
