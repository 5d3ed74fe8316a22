import { expect } from "chai";
import sinon from "sinon";
import { countJobs, countReachableJobs } from "#shared/kernel/queue/jobCounts.js";
import { ROUTINE } from "#shared/kernel/queue/jobs.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

describe("the jobs of all queues", () => {
  const vod = () => queueNamed("vod");
  before(() => startService());
  afterEach(async () => {
    sinon.restore();
    await vod().drain(true);
    await vod().resume();
  });

  it("are counted at once as BullMQ counts them one by one", async () => {
    await vod().pause();
    // Other tests may have left some.
    const left = (await countJobs(["vod"])).get("vod")!;
    for (const options of [{}, {}, ROUTINE, { delay: 3_600_000 }]) await vod().add("test.unknown", {}, options);
    expect((await countJobs(["vod"])).get("vod")).to.deep.include({
      waiting: left.waiting + 2,
      prioritized: left.prioritized + 1,
      delayed: left.delayed + 1,
      paused: true,
    });
    // Those of others may move between the two counts.
    for (const name of queueNames)
      await eventually(`${name} is counted alike`, async () => {
        const queue = queueNamed(name);
        const each = await queue.getJobCounts("waiting", "prioritized", "active", "delayed", "failed", "completed");
        expect((await countJobs(queueNames)).get(name)).to.deep.equal({ ...each, paused: await queue.isPaused() });
        return true;
      });
  });

  it("are left out, or an error, where Redis does not answer", async () => {
    sinon.stub(producerRedis("vod"), "eval").rejects(new Error("Redis is away"));
    expect([...(await countReachableJobs(["vod"])).keys()]).to.deep.equal([]);
    expect(await countJobs(["vod"]).catch((error: Error) => error.message)).to.equal("Redis is away");
  });
});
