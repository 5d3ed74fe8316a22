import { operatorRecorder } from "#shared/domains/audit/index.js";
import { invalidateShelf } from "./product/shelf.js";

const record = operatorRecorder("product");

/** Ends every write of the catalog, in its transaction: what shoppers read is invalidated, and an operator's write recorded. */
export async function recordChange(...change: Parameters<typeof record>): Promise<void> {
  invalidateShelf();
  await record(...change);
}
