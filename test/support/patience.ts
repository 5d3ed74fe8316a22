import { availableParallelism } from "node:os";

/**
 * How many times as long as elsewhere a test waits before what it waits for is given up: on a single processor everything
 * that it waits for takes turns with it. Such a bound ends what hangs; it measures nothing.
 */
export const PATIENCE = availableParallelism() > 1 ? 1 : 4;

export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    const test = this.currentTest!;
    test.timeout(test.timeout() * PATIENCE);
  },
};
