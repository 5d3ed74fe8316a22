/** Arms scenarios, and lets those that watch go on after each call of the shop. */
import type { Scenario, Stage, Watch } from "./scenario.js";

interface Armed {
  id: number;
  name: string;
  /** As given. */
  given: object;
  /** Epoch ms. */
  at: number;
}

export class Scenarios {
  readonly #stage: Stage;
  #watches = new Map<Armed, Watch>();
  #last = 0;
  /** One after the other: what a scenario does calls the shop, which calls again. */
  #going: Promise<void> = Promise.resolve();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async arm(scenario: Scenario, given: object): Promise<void> {
    const watch = scenario.arm(this.#stage, given);
    if (watch) this.#watches.set({ id: ++this.#last, name: scenario.name, given, at: this.#stage.now() }, watch);
    // A named object may be there already.
    await this.goOn();
  }

  /** Those that still have something to do, newest first. */
  armed(): Armed[] {
    return [...this.#watches.keys()].toReversed();
  }

  /** Never throws: a scenario that the state of its object forbids is over. */
  goOn(): Promise<void> {
    if (this.#watches.size > 0) this.#going = this.#going.then(() => this.#turn());
    return this.#going;
  }

  clear(): void {
    this.#watches = new Map();
    this.#stage.plans.clear();
  }

  async #turn(): Promise<void> {
    for (const [armed, watch] of this.#watches) if (await watch().catch(() => true)) this.#watches.delete(armed);
  }
}
