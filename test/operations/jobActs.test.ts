import { expect } from "chai";
import sinon from "sinon";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { JobBatchModel } from "#shared/domains/operations/jobs/jobBatch.model.js";
import { markOrderPaidJob } from "#shared/domains/trade/trade.jobs.js";
import { clock, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { walkOutbox } from "#shared/kernel/outbox/walk.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { buildMember } from "#test/factories/member.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import type { Client, Reply } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { BASE, comesTo, freshNumber, rowOf, useClerk } from "./jobSupport.js";
import { keyedJob, plainJob, runs } from "#test/support/testJobs.js";

describe("what operators do to durable jobs", () => {
  let operator: BuiltOperator;
  let client: Client;
  const { act, acted, refused } = useClerk((clerk) => ({ operator, client } = clerk));

  describe("an act", () => {
    it("holds a job until it is released, whatever becomes due, and is audited with its reason", async () => {
      const number = await freshNumber();
      await enqueue(keyedJob, { number }, { delayMs: minutes(20) });
      const { _id } = await rowOf(number);
      await acted("hold", _id);
      const { data } = await client.get(`${BASE}/get?id=${_id}`);
      expect(data.hold).to.include({ reason: "as asked by the member", operatorName: operator.operator.nickname });
      heldClock.advance(hours(1));
      await walkOutbox();
      expect(runs.get(number)).to.equal(undefined);
      // Enqueued again, also to another time, it stays.
      await enqueue(keyedJob, { number }, { delayMs: minutes(1), replace: true });
      await walkOutbox({ aheadMs: minutes(5) });
      expect(await rowOf(number)).to.include({ _id, state: "held", open: true });
      await acted("release", _id);
      await refused("release", _id, 1001001006);
      heldClock.advance(minutes(2));
      await runJobs();
      expect(runs.get(number)).to.have.length(1);
      const rows = await OperationLogModel.find({ bizId: String(_id), action: { $in: ["job.hold", "job.release"] } })
        .sort({ _id: 1 })
        .lean();
      expect(rows.map(({ action }) => action)).to.deep.equal(["job.hold", "job.release"]);
      expect(rows[0]).to.deep.include({
        operatorId: operator.operator._id,
        after: { reason: "as asked by the member" },
      });
    });

    it("takes what waits for its next try out of Redis, and gives it back", async () => {
      const number = await freshNumber();
      await enqueue(keyedJob, { number, fail: "once" });
      await comesTo("retrying", number);
      const before = await rowOf(number);
      await acted("hold", before._id);
      const gone = async () => (await queueNamed("maintenance").getJob(bullIdOf(before))) === undefined;
      await eventually("out of Redis", gone);
      await acted("release", before._id);
      await runJobs();
      expect(await rowOf(number)).to.include({ _id: before._id, state: "done" });
    });

    it("is done although the job moves on by itself at that moment, unless another operator acted on it", async () => {
      const during = async (change: object): Promise<{ reply: Reply; row: OutboxRow }> => {
        const number = await freshNumber();
        await enqueue(keyedJob, { number, fail: "once" });
        await comesTo("retrying", number);
        const { _id } = await rowOf(number);
        const queue = queueNamed(keyedJob.queue);
        const look = sinon.stub(queue, "getJob").callsFake(async (id) => {
          look.restore();
          await OutboxModel.updateOne({ _id }, change);
          return queue.getJob(id);
        });
        const reply = await act("hold", _id);
        return { reply, row: await rowOf(number) };
      };
      const moved = await during({ $set: { state: "relayed" } });
      expect([moved.reply.code, moved.row.state], moved.reply.text).to.deep.equal([0, "held"]);
      const hold = { operatorId: 1, operatorName: "another", reason: "theirs", at: clock.now() };
      const held = await during({ $set: { state: "held", hold }, $unset: { nextTryAt: 1, nextLookAt: 1 } });
      expect([held.reply.code, held.row.hold?.reason]).to.deep.equal([1001001007, "theirs"]);
    });

    it("cancels what is not yet begun; its key is free again", async () => {
      const number = await freshNumber();
      await enqueue(keyedJob, { number }, { delayMs: hours(1) });
      const { _id } = await rowOf(number);
      await acted("cancel", _id);
      expect(await rowOf(number)).to.include({ state: "cancelled", open: false });
      await refused("cancel", _id, 1001001002);
      await enqueue(keyedJob, { number });
      await runJobs();
      expect(await OutboxModel.distinct("state", { "payload.number": number })).to.have.members(["cancelled", "done"]);
    });

    it("never cancels what money or goods depend on; that can be held", async () => {
      await enqueue(markOrderPaidJob, { payOrderId: await freshNumber() }, { delayMs: hours(1) });
      const { _id } = await OutboxModel.findOne({ job: markOrderPaidJob.name, state: "held" })
        .sort({ _id: -1 })
        .orFail()
        .lean<OutboxRow>();
      await refused("cancel", _id, 1001001005);
      await acted("hold", _id);
      await refused("cancel", _id, 1001001005);
      await acted("release", _id);
    });

    it("leaves what a newer version wrote", async () => {
      const number = await freshNumber();
      await enqueue(plainJob, { number }, { delayMs: hours(1) });
      const { _id } = await rowOf(number);
      await OutboxModel.updateOne(
        { _id },
        { $set: { v: 9, state: "unknown", parked: "test.plain@9" }, $unset: { nextLookAt: 1 } },
      );
      await refused("retry", _id, 1001001004);
      await acted("cancel", _id);
    });

    it("of what may run just now waits for Redis, which knows; of a timer it does not", async () => {
      const [soon, far] = [await freshNumber(), await freshNumber()];
      await enqueue(keyedJob, { number: soon, fail: "once" });
      await comesTo("retrying", soon);
      await enqueue(keyedJob, { number: far }, { delayMs: hours(2) });
      const away = sinon.stub(producerRedis(), "ping").rejects(new Error("Redis is away"));
      try {
        const reply = await act("hold", (await rowOf(soon))._id);
        expect([reply.status, reply.code]).to.deep.equal([503, 503]);
        expect((await rowOf(soon)).state).to.equal("retrying");
        await acted("hold", (await rowOf(far))._id);
      } finally {
        away.restore();
      }
      await acted("hold", (await rowOf(soon))._id);
    });

    it("asks for a reason, and for a job that there is", async () => {
      expect((await client.post(`${BASE}/act`, { act: "retry", id: 1 })).msg).to.match(/reason/);
      expect((await client.post(`${BASE}/act`, { act: "obliterate", id: 1, reason: "x" })).msg).to.match(/act/);
      await refused("retry", 999_999_999, 1001001001);
    });

    it("of two at the same time is done once", async () => {
      const number = await freshNumber();
      await enqueue(plainJob, { number }, { delayMs: hours(1) });
      const { _id } = await rowOf(number);
      const codes = (await Promise.all([act("cancel", _id), act("cancel", _id)])).map(({ code }) => code).sort();
      expect(codes[0]).to.equal(0);
      expect(codes[1]).to.be.oneOf([1001001002, 1001001007]);
    });
  });

  describe("an act on a whole search", () => {
    it("reaches every job of it, the first at once and the rest by a job, and says how far it is", async () => {
      const first = await freshNumber();
      const at = clock.after(hours(5));
      const rows = Array.from({ length: 230 }, (_, index) => ({
        _id: 700_000_000 + first + index * 1_000,
        job: plainJob.name,
        queue: plainJob.queue,
        openQueue: plainJob.queue,
        v: 1,
        payload: { number: first, fail: "never" },
        key: null,
        about: { groupId: first },
        subjects: [`groupId:${first}`],
        dueAt: at,
        nextLookAt: at,
        state: "held" as const,
        open: true,
        looks: 0,
        run: 1,
        requestId: `batch-${first}`,
        endedAt: null,
        createdAt: clock.after(-1_000),
        updatedAt: clock.now(),
      }));
      await OutboxModel.collection.insertMany(rows as never);
      const body = { act: "cancel", reason: "a campaign that was called off", q: `batch-${first}` };
      const { code, msg, data } = await client.post(`${BASE}/act-all`, body);
      expect(code, msg).to.equal(0);
      expect(data).to.include({ act: "cancel", acted: 200, skipped: 0, running: true });
      await runJobs();
      const { data: end } = await client.get(`${BASE}/act-status?id=${data.id}`);
      expect(end).to.include({ acted: 230, skipped: 0, running: false });
      expect(await OutboxModel.countDocuments({ requestId: `batch-${first}`, state: "cancelled" })).to.equal(230);
      const audited = await OperationLogModel.find({ bizId: String(data.id), action: "job.cancel-all" }).lean();
      expect(audited.flatMap(({ after }) => (after as { ids: number[] }).ids)).to.have.length(230);
      expect(audited.every(({ operatorId }) => operatorId === operator.operator._id)).to.equal(true);
      expect((await JobBatchModel.findById(data.id).orFail().lean()).status).to.equal(10);
    });

    it("of a member's mobile keeps neither whole, in the audit or with the act", async () => {
      const { member } = await buildMember();
      const number = await freshNumber();
      await enqueue(keyedJob, { number }, { delayMs: minutes(20) });
      await OutboxModel.updateOne({ "payload.number": number }, { $set: { subjects: [`memberId:${member._id}`] } });
      const body = { act: "hold", reason: "as the member asked", q: member.mobile };
      const { code, msg, data } = await client.post(`${BASE}/act-all`, body);
      expect(code, msg).to.equal(0);
      expect(data).to.include({ acted: 1, running: false });
      const masked = member.mobile!.replace(/^(...)....(....)$/, "$1****$2");
      const [audited] = await OperationLogModel.find({ bizId: String(data.id), action: "job.hold-all" }).lean();
      expect(audited!.before).to.deep.equal({ search: { q: masked } });
      expect((await JobBatchModel.findById(data.id).orFail().lean()).search).to.deep.equal({ q: masked });
      await acted("release", (await rowOf(number))._id);
    });

    it("asks for words, and refuses an unknown number", async () => {
      const body = { act: "retry", reason: "all of them" };
      expect((await client.post(`${BASE}/act-all`, body)).msg).to.match(/say which jobs/);
      expect((await client.get(`${BASE}/act-status?id=999999`)).code).to.equal(1001001008);
    });
  });
});
