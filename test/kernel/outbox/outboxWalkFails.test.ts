import { expect } from "chai";
import sinon from "sinon";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { LeaseModel, processId } from "#shared/kernel/mongo/leases.js";
import { enqueue, enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { releaseShares, shareOf } from "#shared/kernel/outbox/shares.js";
import { startOutboxWalk } from "#shared/kernel/outbox/startWalk.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { eventually } from "#test/support/eventually.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { mailJob, plainJob } from "#test/support/testJobs.js";

/** Its Redis takes nothing from this process. */
const breakQueue = (queue: QueueName) =>
  sinon.stub(queueNamed(queue), "addBulk").rejects(new Error(`${queue} is away`));
const mailTo = (number: number) => ({ to: "walk@example.com", messageId: `walk.${number}` });

const PLACE = "outbox-walk";
const leases = async (): Promise<string[]> =>
  (await LeaseModel.find({ _id: new RegExp(`^${PLACE}:`) })).map(({ _id }) => _id);
const own = `${PLACE}:${processId}`;
const another = `${PLACE}:another`;

describe("the walk over the outbox, when a Redis fails", () => {
  let number: number;
  before(() => startService());
  beforeEach(async () => {
    await runJobs();
    number = 740_000_000 + (await nextId("test")) * 10_000;
  });
  afterEach(async () => {
    sinon.restore();
    heldClock.release();
    await LeaseModel.deleteMany({ _id: { $in: [own, another] } });
    await runJobs();
    await loseJobs({ open: true });
  });

  const rowsOfMail = () =>
    OutboxModel.find({ "payload.messageId": { $in: [1, 2, 3].map((one) => mailTo(number + one).messageId) } }).lean();

  it("goes on with the queues that have more to do at once, and tells of the one that fails when none has", async () => {
    const mail = breakQueue("mail");
    const plain = breakQueue("maintenance");
    for (const one of [1, 2, 3]) await enqueue(mailJob, mailTo(number + one));
    const numbers = Array.from({ length: 700 }, (_, index) => number + index);
    await enqueueEach(
      plainJob,
      numbers.map((one) => ({ number: one })),
    );
    await relayIdle();
    plain.restore();
    heldClock.advance(seconds(10));
    const waiting = (): Promise<number> =>
      OutboxModel.countDocuments({
        "payload.number": { $in: numbers },
        state: "waiting",
        nextLookAt: { $lte: clock.now() },
      });
    const asBefore = await waiting();
    expect(asBefore).to.equal(700);
    const rounds: unknown[] = [];
    while (rounds.at(-1) === undefined || rounds.at(-1) === true)
      rounds.push(await walkOutbox().catch((error: Error) => error.message));
    expect(rounds.slice(0, -1)).to.deep.equal([true, true]);
    expect(rounds.at(-1), "nothing else is to do at once").to.match(/1 of \d+ queues/);
    expect(await waiting()).to.equal(0);
    expect((await rowsOfMail()).map(({ state }) => state)).to.deep.equal(["waiting", "waiting", "waiting"]);
    expect(mail.callCount).to.be.at.least(3);
    mail.restore();
    await walkOutbox();
    await eventually("they are sent", async () => (await rowsOfMail()).every(({ state }) => state === "done"));
  });

  it("does not begin anew at once when the one queue that has much to do is the one that fails", async () => {
    const plain = breakQueue("maintenance");
    await enqueueEach(
      plainJob,
      Array.from({ length: 500 }, (_, index) => ({ number: number + index })),
    );
    await relayIdle();
    heldClock.advance(seconds(10));
    const told = await walkOutbox().catch((error: Error) => error.message);
    expect(told).to.equal(`1 of ${queueNames.length} queues`);
    plain.restore();
    expect(await walkOutbox()).to.equal(true);
  });

  describe("that goes on by itself", () => {
    let time: sinon.SinonFakeTimers;
    let stop: (() => Promise<void>) | undefined;
    let broken: ReturnType<typeof breakQueue>;
    /** One row of each part. */
    const numbers = (): number[] => Array.from({ length: 16 }, (_, index) => number + index);
    const rows = () => OutboxModel.find({ "payload.number": { $in: numbers() } }).lean<OutboxRow[]>();

    beforeEach(async () => {
      broken = breakQueue("maintenance");
      await enqueueEach(
        plainJob,
        numbers().map((one) => ({ number: one })),
      );
      await relayIdle();
      heldClock.advance(seconds(10));
      expect(new Set((await rows()).map(({ _id }) => shareOf(_id))).size).to.equal(16);
      broken.resetHistory();
      time = sinon.useFakeTimers({
        toFake: ["setInterval", "clearInterval", "performance"],
        shouldClearNativeTimers: true,
      });
    });
    afterEach(async () => {
      await stop?.();
      stop = undefined;
      time.restore();
    });
    const walkSoon = (): void => {
      stop = startOutboxWalk(seconds(1));
      time.tick(seconds(1));
    };

    it("leaves its part to the others while it rests, and takes it again", async () => {
      await LeaseModel.create([{ _id: another, owner: "another", until: clock.after(minutes(10)) }]);
      walkSoon();
      await eventually("it has failed", async () => broken.callCount > 0);
      await eventually("the others have its part", async () => (await leases()).join() === another);
      const tried = broken.callCount;
      // A round each second finds it resting.
      await time.tickAsync(seconds(4));
      expect(await leases()).to.deep.equal([another]);
      expect(broken.callCount).to.equal(tried);
      broken.restore();
      await time.tickAsync(seconds(2));
      await eventually("its part is relayed", async () => (await rows()).some(({ state }) => state !== "waiting"));
      expect((await leases()).sort()).to.deep.equal([own, another].sort());
      await stop!();
      const left = (await rows()).filter(({ state }) => state === "waiting").map(({ _id }) => shareOf(_id));
      expect(left, "the part of the other").to.have.lengthOf(8);
      expect(await leases(), "it has left").to.deep.equal([another]);
    });

    it("does not rest while it is alone: nobody else would come", async () => {
      await releaseShares();
      walkSoon();
      await eventually("it has failed", async () => broken.callCount > 0);
      const tried = broken.callCount;
      // No longer than a rest would be.
      let leftMs = seconds(4);
      await eventually("it tries again at the next round", async () => {
        if (leftMs > 0) await time.tickAsync(100);
        leftMs -= 100;
        return broken.callCount > tried;
      });
      expect(await leases()).to.deep.equal([own]);
      broken.restore();
      await eventually("all are relayed", async () => {
        await time.tickAsync(200);
        return (await rows()).every(({ state }) => state !== "waiting");
      });
    });
  });
});
