import { expect } from "chai";
import type { SinonFakeTimers } from "sinon";
import { seconds, type Timers } from "#shared/kernel/time/clock.js";
import { watchedStores, watchStores } from "#shared/kernel/process/storeWatch.js";
import { ownTime } from "#test/support/ownTime.js";
import { startService } from "#test/support/service.js";

describe("the watch over the stores", () => {
  let time: SinonFakeTimers;
  let timers: Timers;
  beforeEach(() => void ({ time, timers } = ownTime()));

  /** A store that answers, or not, as it is told. */
  function storeOf(name: string) {
    const state = { own: "answers", anew: "answers" } as Record<"own" | "anew", "answers" | "fails" | "hangs">;
    const ask = (which: "own" | "anew") => async (): Promise<boolean> => {
      if (state[which] === "hangs") return new Promise(() => undefined);
      if (state[which] === "fails") throw new Error("away");
      return true;
    };
    return { state, store: { name, ownBoundMs: 8_000, answers: ask("own"), answersNewConnection: ask("anew") } };
  }
  function watched(...names: string[]) {
    const stores = names.map(storeOf);
    const cutOff: string[] = [];
    const watch = watchStores(
      stores.map(({ store }) => store),
      (why) => cutOff.push(why),
      timers,
    );
    const lookFor = async (ms: number): Promise<void> => {
      for (let spent = 0; spent < ms; spent += seconds(5)) {
        const look = watch.look();
        await time.tickAsync(seconds(12));
        await look;
      }
    };
    return { states: stores.map(({ state }) => state), cutOff, watch, lookFor };
  }

  it("says nothing while both answer", async () => {
    const { watch, cutOff, lookFor } = watched("MongoDB", "Redis");
    await lookFor(seconds(60));
    expect([watch.reasons(), cutOff]).to.deep.equal([[], []]);
  });

  for (const how of ["fails", "hangs"] as const)
    it(`has a process replaced whose connections are dead (${how}) while a new one is answered`, async () => {
      const { states, watch, cutOff, lookFor } = watched("MongoDB", "Redis");
      states[1]!.own = how;
      await lookFor(seconds(5));
      expect(watch.reasons()).to.deep.equal(["Redis answers, but not this process"]);
      expect(cutOff).to.deep.equal([]);
      await lookFor(seconds(30));
      expect(cutOff).to.include("Redis answers, but not this process");
      states[1]!.own = "answers";
      await lookFor(seconds(5));
      expect(watch.reasons()).to.deep.equal([]);
    });

  it("lets a process be whose store answers nobody, and begins to count when it is back", async () => {
    const { states, watch, cutOff, lookFor } = watched("MongoDB");
    Object.assign(states[0]!, { own: "hangs", anew: "hangs" });
    await lookFor(seconds(600));
    expect(watch.reasons()).to.deep.equal(["MongoDB does not answer"]);
    states[0]!.anew = "answers";
    await lookFor(seconds(5));
    expect(cutOff, "its own come back within seconds").to.deep.equal([]);
    states[0]!.own = "answers";
    await lookFor(seconds(60));
    expect([watch.reasons(), cutOff]).to.deep.equal([[], []]);
  });

  it("asks the real ones, both ways", async () => {
    await startService();
    for (const { name, answers, answersNewConnection } of watchedStores)
      expect(await Promise.all([answers(), answersNewConnection()]), name).to.deep.equal([true, true]);
  });
});
