import { CartRowModel } from "./cartRow.model.js";
import { checkOwnRows } from "./checkOwnRows.js";

/** Ticks or unticks rows. One that is not the member's: CartRowNotFound, and nothing changes. */
export async function selectCartRows(
  memberId: number,
  { ids, selected }: { ids: readonly number[]; selected: boolean },
): Promise<void> {
  await checkOwnRows(memberId, ids);
  await CartRowModel.updateMany({ _id: { $in: ids }, memberId }, { $set: { selected } });
}
