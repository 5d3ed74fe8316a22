import { currentContext } from "#shared/kernel/request/context.js";
import { recordOperation } from "./recordOperation.js";

interface Change {
  before?: unknown;
  after?: unknown;
}

/**
 * Records an operator's write of a module, in its transaction. Writes of members, jobs and seeds through the same use
 * cases get no row.
 */
export async function recordChange(module: string, action: string, bizId: number, change: Change): Promise<void> {
  if (currentContext()?.actor?.kind !== "operator") return;
  await recordOperation({ module, action, bizId, ...change });
}
