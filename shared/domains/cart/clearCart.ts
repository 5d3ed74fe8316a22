import { CartRowModel } from "./cartRow.model.js";

/** The member leaves: every row goes, in the caller's transaction. */
export async function clearCart(memberId: number): Promise<void> {
  await CartRowModel.deleteMany({ memberId });
}
