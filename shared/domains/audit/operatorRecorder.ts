import { currentContext } from "#shared/kernel/request/context.js";
import { recordOperation } from "./recordOperation.js";

export interface Change {
  before?: unknown;
  after?: unknown;
}

/**
 * Records an operator's writes of a module, each in its transaction. What members, jobs and seeds bring about through the
 * same use cases has no row.
 */
export const operatorRecorder =
  (module: string) =>
  async (action: string, bizId: number, change: Change): Promise<void> => {
    if (currentContext()?.actor?.kind !== "operator") return;
    await recordOperation({ module, action, bizId, ...change });
  };
