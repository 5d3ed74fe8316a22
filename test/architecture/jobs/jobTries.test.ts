import { expect } from "chai";
import "#shared/subscriptions.js";
import { hours } from "#shared/kernel/time/clock.js";
import { backoffStrategy, pauseAfter } from "#shared/kernel/queue/backoff.js";
import { definedJobs, type JobDefinition } from "#shared/kernel/queue/jobs.js";
import { schedules } from "#workers/schedules.js";

/** Nearly: pauses are shortened at random. */
const A_DAY_MS = hours(20);

/** Jobs that are given up before a day is over, each with why that is right. */
const givenUpSooner: Record<string, string> = {
  "pay.syncAttempt": "the schedule of pay.syncAttempts comes again for every attempt whose time has come",
  "video.followVideo": "the sweep of videos asks again for every one that is not through",
  "member.sendSms": "a code is of no use to who has asked for another one meanwhile",
};

const scheduled = new Set(schedules.map(({ job }) => job.name));
const isDurable = ({ name, bestEffort }: JobDefinition): boolean =>
  !bestEffort && !scheduled.has(name) && !/^(runtime|test|bench)\./.test(name);

/** How long a job is tried when each try fails at once. */
const triedForMs = ({ options: { attempts, backoff } }: JobDefinition): number =>
  Array.from({ length: attempts - 1 }, (_, index) => pauseAfter(backoff, index + 1)).reduce((sum, ms) => sum + ms, 0);

describe("the tries of durable jobs", () => {
  const durable = definedJobs().filter(isDurable);
  const sooner = durable.filter((job) => triedForMs(job) < A_DAY_MS).map(({ name }) => name);

  it("go on for a day, but where a reason is written", () => {
    expect(durable.length).to.be.greaterThan(40);
    expect(sooner.filter((name) => !(name in givenUpSooner))).to.deep.equal([]);
  });

  it("no reason is left of a job that has none", () => {
    expect(Object.keys(givenUpSooner).filter((name) => !sooner.includes(name))).to.deep.equal([]);
  });

  it("are not at the same moment for all that failed together, of any job", () => {
    const isSame = ({ options: { backoff } }: JobDefinition): boolean => {
      if (typeof backoff !== "object") return true;
      if (["exponential", "fixed"].includes(backoff.type)) return !backoff.jitter;
      return new Set(Array.from({ length: 20 }, () => backoffStrategy(9, backoff.type))).size < 2;
    };
    const withoutJitter = definedJobs().filter(isSame);
    expect(withoutJitter.map(({ name }) => name)).to.deep.equal([]);
  });
});
