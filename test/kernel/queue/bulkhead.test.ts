import { expect } from "chai";
import { useFakeTimers, type SinonFakeTimers } from "sinon";
import { enterBulkhead, releaseBulkheads, NoPlace } from "#shared/kernel/queue/bulkhead.js";
import { withContext, type Slots } from "#shared/kernel/request/context.js";

const COUNT = 8;
let runs = 0;

describe("the bulkhead of a provider", () => {
  let time: SinonFakeTimers;
  let queue: string;
  beforeEach(() => {
    time = useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
    queue = `bulkhead-${runs++}`;
  });
  afterEach(() => time.restore());

  const run = (): Slots => ({ queue, count: COUNT, places: new Map() });
  const call = (slots: Slots | undefined, to: string): void =>
    withContext({ requestId: "r", language: "en", slots }, () => enterBulkhead(to));
  const sentAway = (to: string): number => {
    try {
      call(run(), to);
    } catch (error) {
      if (error instanceof NoPlace) return error.waitMs;
      throw error;
    }
    throw new Error("there was a place");
  };
  function fill(to: string): Slots[] {
    const inside = Array.from({ length: COUNT / 2 }, run);
    for (const slots of inside) call(slots, to);
    return inside;
  }

  it("has half of a queue's slots, and none of another provider's or another queue's", () => {
    fill("hangs");
    expect(sentAway("hangs")).to.be.greaterThan(0);
    call(run(), "well");
    call({ ...run(), queue: `${queue}-other` }, "hangs");
  });

  it("has a place for a run that is inside already, and again for others when its run has ended", () => {
    const [first] = fill("hangs");
    call(first, "hangs");
    releaseBulkheads(first!);
    call(run(), "hangs");
    sentAway("hangs");
  });

  it("gives a lane a quarter of its own: what takes long holds no place of the others", () => {
    const statement = (): Slots => ({ ...run(), lane: "statements" });
    for (let each = 0; each < COUNT / 4; each++) call(statement(), "hangs");
    expect(() => call(statement(), "hangs")).to.throw(NoPlace);
    fill("hangs");
    sentAway("hangs");
  });

  it("has no place for a run that was given up and goes on: nobody would give it back", () => {
    const [first] = fill("hangs");
    releaseBulkheads(first!);
    call(first, "hangs");
    call(run(), "hangs");
    sentAway("hangs");
  });

  it("has one place where a process has one slot", () => {
    call({ ...run(), count: 1 }, "small");
    expect(() => call({ ...run(), count: 1 }, "small")).to.throw(NoPlace);
  });

  it("sends away for as long as the line takes, and for half a minute at most", () => {
    const inside = fill("hangs");
    time.tick(4_000);
    for (const slots of inside) releaseBulkheads(slots);
    fill("hangs");
    const waits = Array.from({ length: 200 }, () => sentAway("hangs"));
    expect(waits.every((ms, at) => ms >= (waits[at - 1] ?? 0))).to.equal(true);
    // Four places, each held for a good part of four seconds by now.
    expect(waits[39]! - waits[0]!).to.be.within(39 * 200, 39 * 1_000);
    expect(Math.max(...waits)).to.equal(30_000);
    time.tick(60_000);
    // What was promised is over; those inside are there for a minute.
    expect(sentAway("hangs")).to.equal(15_000);
  });

  it("sends away for the longer, the longer those inside are there, also while none has come out yet", () => {
    fill("hangs");
    const soon = [sentAway("hangs"), sentAway("hangs")];
    time.tick(4_000);
    const late = [sentAway("hangs"), sentAway("hangs")];
    expect(soon[1]! - soon[0]!).to.be.below(100);
    // Four places, each held for four seconds at least.
    expect(late[1]! - late[0]!).to.equal(1_000);
  });

  it("is nothing to who runs no job", () => {
    for (let one = 0; one < 2 * COUNT; one++) call(undefined, "hangs");
  });
});
