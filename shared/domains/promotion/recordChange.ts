import { recordOperation } from "#shared/domains/audit/index.js";
import { currentContext } from "#shared/kernel/request/context.js";

/** An operator's write gets its audit row, in its transaction. What the seed writes has none. */
export async function recordChange(
  action: string,
  bizId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  if (currentContext()?.actor?.kind !== "operator") return;
  await recordOperation({ module: "promotion", action, bizId, ...change });
}
