import { expect } from "chai";
import fc from "fast-check";
import { backoffStrategy, untilTomorrow, pauseAfter, withJitter } from "#shared/kernel/queue/backoff.js";
import { hours, seconds } from "#shared/kernel/time/clock.js";

const tries = Array.from({ length: untilTomorrow.attempts - 1 }, (_, index) => index + 1);

describe("pauses between tries", () => {
  it("of a durable job grow from a second to an hour, and last for a day", () => {
    const pauses = tries.map((number) => pauseAfter(untilTomorrow.backoff, number));
    expect(pauses.slice(0, 4)).to.deep.equal([1, 2, 4, 8].map(seconds));
    expect(Math.max(...pauses)).to.equal(hours(1));
    expect(pauses.reduce((sum, ms) => sum + ms)).to.be.within(hours(24), hours(25));
    expect(pauseAfter(untilTomorrow.backoff, 0)).to.equal(0);
  });

  it("are up to a quarter shorter, each by itself", () => {
    fc.assert(
      fc.property(fc.constantFrom(...tries), (number) => {
        const most = pauseAfter(untilTomorrow.backoff, number);
        const ms = backoffStrategy(number, untilTomorrow.backoff.type);
        return ms <= most && ms >= most * 0.75 - 1;
      }),
    );
    expect(new Set(tries.map(() => backoffStrategy(20, "patient"))).size).to.be.greaterThan(tries.length / 2);
    expect(withJitter({ type: "exponential", delay: 5 })).to.deep.equal({
      type: "exponential",
      delay: 5,
      jitter: 0.25,
    });
    expect(withJitter(untilTomorrow.backoff)).to.deep.equal(untilTomorrow.backoff);
  });

  it("that nobody declared are an error, not a try at once", () => {
    expect(() => backoffStrategy(1, "impatient")).to.throw("impatient");
  });
});
