import { removeCartRows } from "./cartRow.queries.js";
import { checkOwnRows } from "./checkOwnRows.js";

/** Takes rows out. One that is not the member's: CartRowNotFound, and nothing changes. */
export async function deleteCartRows(memberId: number, ids: readonly number[]): Promise<void> {
  await checkOwnRows(memberId, ids);
  await removeCartRows(memberId, ids);
}
