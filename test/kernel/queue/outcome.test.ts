import { UnrecoverableError } from "bullmq";
import { expect } from "chai";
import mongoose from "mongoose";
import { TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { NoPlace } from "#shared/kernel/queue/bulkhead.js";
import { HandedBack } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { hours, seconds } from "#shared/kernel/time/clock.js";
import { outcomeOf, type Outcome, type RunResult, type TryFacts } from "#workers/runtime/outcome.js";
import { reportedAs } from "#workers/runtime/reportTry.js";
import { TimedOut } from "#workers/runtime/runTime.js";

/** The second of three tries of a row's job. */
const rowsJob: TryFacts = {
  number: 2,
  attempts: 3,
  callerWaitsMs: undefined,
  isDurable: true,
  ageMs: seconds(10),
  hasRateLimit: false,
};
const lastTry: TryFacts = { ...rowsJob, number: 3 };
const bestEffort: TryFacts = { ...rowsJob, isDurable: false };
const limited: TryFacts = { ...rowsJob, hasRateLimit: true };
const ask: TryFacts = { ...bestEffort, number: 1, attempts: 1, callerWaitsMs: seconds(3) };

const refusal = errors.Forbidden();
const platformFailed = errors.PlatformFailed({ platform: "alipay" });
const bug = new TypeError("x is not a function");
const unreadable = new UnrecoverableError("payload of test.plain: number is missing");
const limit = new TooManyCalls("im", 700);
const full = (waitMs: number): NoPlace => new NoPlace("alipay", waitMs);
const away = new mongoose.mongo.MongoNetworkError("connection closed");
const lostRace = new LostRace("others were faster for seconds");
const stopped = new HandedBack("its process is to end");

const answer = (value: unknown): RunResult => ({ answer: value });
const thrown = (error: unknown): RunResult => ({ error });
type Expected = Outcome extends infer One ? (One extends Outcome ? Omit<One, "failure"> : never) : never;

const table: [what: string, result: RunResult, facts: TryFacts, expected: Expected][] = [
  ["a job that ran through", answer(undefined), rowsJob, { kind: "done" }],
  ["so on its last try, whatever it returned", answer(7), lastTry, { kind: "done" }],
  ["an ask that has its answer", answer(7), ask, { kind: "answered", answer: 7 }],
  ["one whose answer is nothing", answer(undefined), ask, { kind: "answered", answer: undefined }],
  ["one whose caller no longer waits", answer(7), { ...ask, callerWaitsMs: -1 }, { kind: "answered", answer: 7 }],

  ["an ask that is refused", thrown(refusal), ask, { kind: "refused", refusal }],
  [
    "also by an error that a job would retry",
    thrown(platformFailed),
    ask,
    { kind: "refused", refusal: platformFailed },
  ],
  ["an ask that failed by surprise", thrown(bug), ask, { kind: "exhausted" }],
  ["an ask whose store is away", thrown(away), ask, { kind: "exhausted" }],
  ["an ask that cannot be read", thrown(unreadable), ask, { kind: "discarded" }],

  ["an ask with a place in time", thrown(full(2_999)), ask, { kind: "noPlace", waitMs: 2_999 }],
  ["one with a place at the last moment", thrown(full(3_000)), ask, { kind: "noPlace", waitMs: 3_000 }],
  ["one with a place too late", thrown(full(3_001)), ask, { kind: "busy" }],
  ["a job without a place, however long", thrown(full(30_000)), rowsJob, { kind: "noPlace", waitMs: 30_000 }],
  ["so on its last try", thrown(full(200)), lastTry, { kind: "noPlace", waitMs: 200 }],

  ["a job whose provider limits calls", thrown(limit), limited, { kind: "rateLimited", restMs: 700 }],
  ["an ask, too", thrown(limit), { ...ask, hasRateLimit: true }, { kind: "rateLimited", restMs: 700 }],
  ["one in a queue that does not pause", thrown(limit), rowsJob, { kind: "retried" }],
  ["a job that stopped for its process to end", thrown(stopped), lastTry, { kind: "handedBack" }],

  ["a job whose store is away", thrown(away), rowsJob, { kind: "storeAtFault" }],
  ["so on its last try", thrown(away), lastTry, { kind: "storeAtFault" }],
  ["one that lost its races", thrown(lostRace), rowsJob, { kind: "storeAtFault" }],
  ["one of yesterday", thrown(away), { ...rowsJob, ageMs: hours(24) }, { kind: "retried" }],
  ["one of yesterday, last try", thrown(away), { ...lastTry, ageMs: hours(24) }, { kind: "exhausted" }],
  ["one that may be lost", thrown(away), bestEffort, { kind: "retried" }],

  ["a job that failed by surprise", thrown(bug), rowsJob, { kind: "retried" }],
  ["one whose time was up", thrown(new TimedOut({ name: "test.long", maxRunMs: 1 })), rowsJob, { kind: "retried" }],
  ["one whose provider failed", thrown(platformFailed), rowsJob, { kind: "retried" }],
  ["one that threw no error", thrown("text"), rowsJob, { kind: "retried" }],
  ["a job that failed on its last try", thrown(bug), lastTry, { kind: "exhausted" }],
  ["one whose provider failed, last try", thrown(platformFailed), lastTry, { kind: "exhausted" }],
  ["a job that is refused", thrown(refusal), rowsJob, { kind: "discarded" }],
  ["one that is refused, last try", thrown(refusal), lastTry, { kind: "discarded" }],
  ["a job that cannot be read", thrown(unreadable), rowsJob, { kind: "discarded" }],
];

describe("the outcome of a try", () => {
  for (const [what, result, facts, expected] of table)
    it(`${what}: ${expected.kind}`, () => {
      const outcome = outcomeOf(result, facts);
      const { failure, ...rest } = { failure: undefined, ...outcome };
      expect(rest).to.deep.equal(expected);
      expect(failure?.error).to.equal("error" in result ? result.error : undefined);
    });

  it("the table has every kind", () => {
    const kinds = new Set(table.map(([, , , { kind }]) => kind));
    expect([...kinds].sort()).to.deep.equal(Object.keys(reportedAs).sort());
  });

  it("says why, by the error's name, text and code", () => {
    const whyOf = (error: unknown): unknown[] => {
      const { failure } = { failure: undefined, ...outcomeOf(thrown(error), rowsJob) };
      return [failure?.reason, failure?.message, failure?.code];
    };
    expect(whyOf(bug)).to.deep.equal(["TypeError", "x is not a function", undefined]);
    expect(whyOf(refusal)).to.deep.equal(["Forbidden", "Forbidden: You may not do this", 403]);
    expect(whyOf("text")).to.deep.equal(["thrown", "text", undefined]);
  });

  it("is reported as one of five: a try that is not counted is postponed", () => {
    const reported = (one: string): string[] =>
      Object.entries(reportedAs)
        .filter(([, name]) => name === one)
        .map(([kind]) => kind);
    expect(reported("done")).to.deep.equal(["done", "answered"]);
    expect(reported("refused")).to.deep.equal(["refused"]);
    expect(reported("postponed")).to.deep.equal(["busy", "rateLimited", "handedBack", "noPlace", "storeAtFault"]);
    expect(reported("retried")).to.deep.equal(["retried"]);
    expect(reported("dead")).to.deep.equal(["exhausted", "discarded"]);
  });
});
