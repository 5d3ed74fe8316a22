import { recordOperation } from "#shared/domains/audit/index.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { invalidateShelf } from "./product/shelf.js";

/**
 * Ends every write of the catalog, in its transaction: what shoppers read is forgotten, and an operator's write gets its
 * audit row. What the seed or a job writes has none.
 */
export async function recordChange(
  action: string,
  bizId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  invalidateShelf();
  if (currentContext()?.actor?.kind !== "operator") return;
  await recordOperation({ module: "product", action, bizId, ...change });
}
