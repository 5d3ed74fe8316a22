import { recordOperation } from "#shared/domains/audit/index.js";
import { currentContext } from "#shared/platform/context.js";

/** The audit row of an operator's write, in its transaction. What the seed or a job writes has none. */
export async function recordChange(
  action: string,
  bizId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  if (currentContext()?.actor?.kind !== "operator") return;
  await recordOperation({ module: "product", action, bizId, ...change });
}
