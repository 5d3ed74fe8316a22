import { expect } from "chai";
import { cached, invalidateReads } from "#shared/domains/operations/queues/cachedReads.js";

describe("what is read for many viewers at once", () => {
  /** Reads that the test ends, in their order. */
  function reads() {
    const ends: ((value: number | Error) => void)[] = [];
    const read = () =>
      new Promise<number>((done, fail) => ends.push((value) => (value instanceof Error ? fail(value) : done(value))));
    return { ends, read };
  }

  it("is the old value while it is read anew, and the new one from then on", async () => {
    const { ends, read } = reads();
    const get = cached(0, read, { staleMs: 60_000 });
    const first = get();
    ends[0]!(1);
    expect(await first).to.equal(1);
    expect(await get(), "while it is read").to.equal(1);
    ends[1]!(2);
    await Promise.resolve();
    expect(await get()).to.equal(2);
    expect(ends).to.have.lengthOf(3);
  });

  it("is waited for where the old value is too old, or an operator has just acted", async () => {
    const { ends, read } = reads();
    for (const [get, forget] of [
      [cached(0, read, { staleMs: 0 }), () => undefined],
      [cached(0, read, { staleMs: 60_000 }), invalidateReads],
    ] as const) {
      const [old, anew] = [get(), ends.length];
      ends[anew - 1]!(1);
      expect(await old).to.equal(1);
      forget();
      const next = get();
      ends[anew]!(2);
      expect(await next).to.equal(2);
    }
  });

  it("is read again after a failure, which nobody but its callers sees", async () => {
    const { ends, read } = reads();
    const get = cached(60_000, read);
    const failed = get();
    ends[0]!(new Error("away"));
    expect(await failed.catch((error: Error) => error.message)).to.equal("away");
    const next = get();
    ends[1]!(1);
    expect(await next).to.equal(1);
  });
});
