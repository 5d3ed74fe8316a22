import { expect } from "chai";
import { stub } from "sinon";
import { replyTo } from "#shared/kernel/queue/answers.js";
import { ask } from "#shared/kernel/queue/ask.js";
import { AppError, errors } from "#shared/kernel/request/errors.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { startService } from "#test/support/service.js";
import { echo, echoes, testErrors } from "#test/support/testJobs.js";

const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("asking a worker", () => {
  before(startService);

  it("answers what the worker answered", async () => {
    expect(await ask(echo, { text: "a" }, { timeoutMs: 3_000 })).to.deep.equal({ echoed: "a" });
  });

  it("the worker's refusal is thrown as the same error", async () => {
    const error = await thrown(ask(echo, { text: "no", outcome: "refuse" }, { timeoutMs: 3_000 }));
    expect(testErrors.Refused.is(error) && error.params).to.deep.equal({ why: "no" });
  });

  it("a surprise in the worker is 503, without its text", async () => {
    const error = await thrown(ask(echo, { text: "x", outcome: "throw" }, { timeoutMs: 3_000 }));
    expect(errors.StillWorking.is(error)).to.equal(true);
    expect((error as AppError).message).not.to.contain("inner text");
  });

  it("time running out is 503 with Retry-After 2", async () => {
    const error = await thrown(ask(echo, { text: "slow", outcome: "hang" }, { timeoutMs: 100 }));
    expect(errors.StillWorking.is(error) && error.retryAfterSeconds).to.equal(2);
  });

  it("the same question asked at once is answered once", async () => {
    const text = `same-${process.hrtime.bigint()}`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(echo, { text }, { timeoutMs: 3_000, coalesce: true })),
    );
    expect(answers).to.have.lengthOf(5);
    // A window of two seconds may end between two of them.
    expect(echoes.filter((said) => said === text).length).to.be.at.most(2);
  });

  it("who asks the same after it was answered is told what was answered", async () => {
    const text = `late-${process.hrtime.bigint()}`;
    const question = () => ask(echo, { text }, { timeoutMs: 3_000, coalesce: true });
    await question();
    expect(await question()).to.deep.equal({ echoed: text });
    expect(echoes.filter((said) => said === text).length).to.be.at.most(2);
  });

  it("an answer whose word was lost is found at the job", async () => {
    const publish = stub(producerRedis(echo.queue), "publish").rejects(new Error("Redis went away just then"));
    try {
      expect(await ask(echo, { text: "lost" }, { timeoutMs: 3_000 })).to.deep.equal({ echoed: "lost" });
      expect(publish.callCount).to.equal(1);
    } finally {
      publish.restore();
    }
  });

  it("each is told its own answer, over one channel of the process", async () => {
    const texts = Array.from({ length: 40 }, (_, at) => `own-${at}`);
    const answers = await Promise.all(texts.map((text) => ask(echo, { text }, { timeoutMs: 5_000 })));
    expect(answers.map(({ echoed }) => echoed)).to.deep.equal(texts);
    const redis = producerRedis(echo.queue);
    const channels = (await redis.pubsub("CHANNELS", `*:answers:${replyTo}`)) as string[];
    expect(channels).to.have.length(1);
    expect(await redis.pubsub("NUMSUB", channels[0]!)).to.deep.equal([channels[0], 1]);
  });

  it("who joins the question of another process finds its answer at the job", async () => {
    const text = `joined-${process.hrtime.bigint()}`;
    const publish = stub(producerRedis(echo.queue), "publish").resolves(0);
    try {
      const question = () => ask(echo, { text, outcome: "hang" }, { timeoutMs: 4_000, coalesce: true });
      expect(await Promise.all([question(), question()])).to.deep.equal([{ echoed: text }, { echoed: text }]);
    } finally {
      publish.restore();
    }
  });

  it("is refused inside a transaction", async () => {
    const error = await thrown(inTransaction(() => ask(echo, { text: "t" }, { timeoutMs: 1_000 })));
    expect(String(error)).to.contain("inside a transaction");
  });
});
