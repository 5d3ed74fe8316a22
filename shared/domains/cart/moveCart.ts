import { throwIfDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { CartRowModel, type CartRowDoc } from "./cartRow.model.js";

/** Moves the cart of a merged member: the pieces of a variant that both have are added up. Finds nothing the second time. */
export async function moveCart(from: number, into: number): Promise<void> {
  await inTransaction(async () => {
    const rows = await CartRowModel.find({ memberId: from }).lean<CartRowDoc[]>();
    for (const { _id, skuId, count } of rows) {
      const { matchedCount } = await CartRowModel.updateOne({ memberId: into, skuId }, { $inc: { count } });
      if (matchedCount > 0) await CartRowModel.deleteOne({ _id, memberId: from });
      else
        await CartRowModel.updateOne({ _id, memberId: from }, { $set: { memberId: into } }).catch(
          throwIfDuplicate(() => new LostRace(`cart of ${into}`)),
        );
    }
  });
}
