import { expect } from "chai";
import { stub } from "sinon";
import { endOutboxRow, isOutboxEndingFull, outboxEndingIdle, outboxEndingRoom } from "#shared/kernel/outbox/ending.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import type { QueueWorker } from "#workers/runtime/queueWorker.js";
import { lookAtWorkers } from "#workers/runtime/watchdog.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

/** Two writes' worth and more than may wait. */
const ENDS = 1_100;
/** Of rows that nobody has. */
const FIRST_ID = 9_000_000_000;

describe("the ends of jobs before a store that is slow", () => {
  before(() => startService());

  it("let no new job be taken until they are written, and nobody calls the worker stuck for it", async () => {
    await runJobs();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((done) => (open = done));
    const bulkWrite = OutboxModel.bulkWrite.bind(OutboxModel);
    const slow = stub(OutboxModel, "bulkWrite").callsFake((async (...given: Parameters<typeof bulkWrite>) => {
      await opened;
      return bulkWrite(...given);
    }) as never);
    const waits = stub(producerRedis("vod"), "eval").resolves([[1, 0, 0, 0, 0, 0, 0]]);
    // One slot, held by a run that is past its time, and nothing taken for an hour.
    const hourAgo = Date.now() - 3_600_000;
    const held = (): QueueWorker =>
      ({
        queue: "vod",
        concurrency: 1,
        abandoned: 0,
        lastTakeAt: hourAgo,
        workWaitsSince: hourAgo + 1,
        running: new Map([["o-1-1", { job: { name: "test.long", maxRunMs: 1 }, startedAt: hourAgo }]]),
        ofProcess: { workers: [], pausesAfterDeathsMs: [] },
      }) as never;
    const stuck: string[] = [];
    const look = (): Promise<void> => lookAtWorkers([held()], (queue) => stuck.push(queue));
    try {
      for (let one = 0; one < ENDS; one++) endOutboxRow({ outboxId: FIRST_ID + one, run: 1 }, "done");
      await eventually("the first of them are being written", async () => slow.called, 20);
      expect(isOutboxEndingFull()).to.equal(true);
      let hasRoom = false;
      const room = outboxEndingRoom().then(() => (hasRoom = true));
      await look();
      expect([hasRoom, stuck]).to.deep.equal([false, []]);
      open();
      await room;
      await outboxEndingIdle();
      expect(isOutboxEndingFull()).to.equal(false);
      await look();
      expect(stuck, "now it is the worker's own").to.deep.equal(["vod"]);
    } finally {
      open();
      slow.restore();
      waits.restore();
    }
  });
});
