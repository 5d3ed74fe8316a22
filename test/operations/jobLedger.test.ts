import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/index.js";
import { flushRequestLogs } from "#shared/domains/operations/index.js";
import { JobBatchModel } from "#shared/domains/operations/jobs/jobBatch.model.js";
import { closeUnpaidOrderJob, markOrderPaidJob, seedDelivery } from "#shared/domains/trade/index.js";
import { clock, heldClock, hours, minutes, seconds } from "#shared/platform/clock.js";
import { nextId } from "#shared/platform/ids.js";
import { enqueue } from "#shared/platform/outbox.js";
import { bullIdOf } from "#shared/platform/outboxRelay.js";
import { OutboxModel, type OutboxRow } from "#shared/platform/outboxRow.js";
import { walkOutbox } from "#shared/platform/outboxWalk.js";
import { queueNamed } from "#shared/platform/queues.js";
import {
  buildAfterSale,
  buildOrderPaidAtChannel,
  decide,
  refundsOf,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import { buildInvoice, invoiceOf } from "#test/factories/invoice.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { stranger, type Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { holdReaders, keyedJob, plainJob, readers, runs, wakingJob } from "#test/support/testJobs.js";

const BASE = "/admin-api/infra/job";
interface Found {
  id: number;
  job: string;
  state: string;
}

describe("the ledger of durable jobs, for operators", () => {
  let operator: BuiltOperator;
  let client: Client;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    ({ client } = operator);
  });
  after(() => heldClock.release());

  const freshNumber = async (): Promise<number> => 600_000_000 + (await nextId("ledgerNumbers"));
  const rowOf = (number: number): Promise<OutboxRow> =>
    OutboxModel.findOne({ "payload.number": number }).sort({ _id: -1 }).orFail().lean<OutboxRow>();
  const rowAbout = (subject: string, job: string): Promise<OutboxRow> =>
    OutboxModel.findOne({ subjects: subject, job }).orFail().lean<OutboxRow>();
  const comesTo = (state: string, number: number): Promise<void> =>
    eventually(`${state}`, async () => (await rowOf(number)).state === state);
  const search = async (query: string, by = client) => {
    const reply = await by.get(`${BASE}/search?${query}`);
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data as { list: Found[]; total: number; named: { kind: string; id: number; no: string }[] };
  };
  const jobsOf = async (q: string): Promise<string[]> =>
    [...new Set((await search(`q=${encodeURIComponent(q)}&pageSize=100`)).list.map(({ job }) => job))].sort();
  const act = (which: string, id: number, reason = "as asked by the member") =>
    client.post(`${BASE}/act`, { act: which, id, reason });
  const acted = async (which: string, id: number): Promise<void> => {
    const reply = await act(which, id);
    expect([reply.code, reply.msg, reply.data]).to.deep.equal([0, reply.msg, true]);
  };
  const refused = async (which: string, id: number, code: number): Promise<void> => {
    expect((await act(which, id)).code).to.equal(code);
  };

  describe("a row", () => {
    it("tells its tries: which failed, why, where, and when the next one is due", async () => {
      const number = await freshNumber();
      await enqueue(keyedJob, { number, fail: "once" });
      await comesTo("retrying", number);
      const row = await rowOf(number);
      const { data } = await client.get(`${BASE}/get?id=${row._id}`);
      expect(data).to.include({ state: "retrying", tries: 1, reason: "Flaky", jobId: bullIdOf(row), endTime: null });
      expect(data.message).to.equal("flaky");
      expect(data.nextTryTime - data.startTime).to.be.within(seconds(60), seconds(70));
      expect(data.worker).to.match(new RegExp(` ${process.pid}$`));
      expect(
        data.failures.map(({ number: one, reason }: { number: number; reason: string }) => [one, reason]),
      ).to.deep.equal([[1, "Flaky"]]);
      await acted("retry", row._id);
      await comesTo("done", number);
      const done = await rowOf(number);
      expect(done).to.include({ tries: 2, state: "done" });
      expect(done.nextTryAt).to.equal(undefined);
      expect(done.startedAt!.getTime()).to.be.above(done.firstStartedAt!.getTime());
      expect(done.expireAt!.getTime() - done.endedAt!.getTime()).to.equal(7 * hours(24));
    });

    it("that is dead says why, and is retried by its letter", async () => {
      const number = await freshNumber();
      await enqueue(keyedJob, { number, fail: "refuse" });
      await comesTo("dead", number);
      const dead = await rowOf(number);
      expect(dead).to.include({ tries: 1, reason: "Refused", message: "refused: always" });
      expect(dead.expireAt!.getTime() - dead.endedAt!.getTime()).to.equal(90 * hours(24));
      await acted("retry", dead._id);
      await comesTo("dead", number);
      await eventually("a new row", async () => (await OutboxModel.countDocuments({ "payload.number": number })) === 2);
      await refused("retry", dead._id, 1001001002);
    });

    it("that runs for long says so while it does, and is left alone", async () => {
      const number = await freshNumber();
      holdReaders.add(number);
      await enqueue(wakingJob, { number });
      await comesTo("running", number);
      const { _id } = await rowOf(number);
      for (const which of ["retry", "hold", "cancel"]) await refused(which, _id, 1001001003);
      holdReaders.delete(number);
      readers.get(number)!();
      await comesTo("done", number);
      for (const which of ["retry", "hold", "cancel"]) await refused(which, _id, 1001001002);
    });
  });

  describe("the search", () => {
    it("finds by any number of an order, its payment, its parcel or its invoice, by member and by request", async () => {
      const { order, payOrderId, member } = await buildShippedOrder();
      await runJobs();
      const { order: now } = await reloadOrder(order._id);
      const byOrder = await search(`q=${now.no}&pageSize=100`);
      expect(byOrder.named).to.deep.equal([{ kind: "order", id: order._id, no: now.no }]);
      const jobs = await jobsOf(now.no);
      expect(jobs).to.include.members([
        "trade.closeUnpaidOrder",
        "trade.markOrderPaid",
        "trade.receiveShippedOrder",
        "trade.subscribeParcel",
        "pay.deliverNotify",
      ]);
      expect(await jobsOf(now.logisticsNo!)).to.deep.equal(jobs);
      expect(await jobsOf(String(member._id))).to.include.members(jobs);
      expect(await jobsOf(member.mobile!)).to.include.members(jobs);
      const [paid] = await OutboxModel.find({
        subjects: `payOrderId:${payOrderId}`,
        job: markOrderPaidJob.name,
      }).lean();
      expect(await jobsOf(`o-${paid!._id}-1`)).to.deep.equal([markOrderPaidJob.name]);
      expect(await jobsOf(`o-${paid!._id}`)).to.deep.equal([markOrderPaidJob.name]);
      const { requestId, askedBy } = await rowAbout(`orderId:${order._id}`, closeUnpaidOrderJob.name);
      expect(askedBy).to.equal("POST /app-api/trade/order/create");
      expect(await jobsOf(requestId)).to.include(closeUnpaidOrderJob.name);
    });

    it("finds the jobs of a refund and an after-sale by their own numbers", async () => {
      const built = await buildOrderPaidAtChannel();
      const afterSaleId = await buildAfterSale(built);
      const owner = await buildOperator(["*"]);
      await decide(owner, "agree", afterSaleId);
      await decide(owner, "refund", afterSaleId);
      const [refund] = await refundsOf(built.payOrderId);
      await eventually("the merchant was told of it", async () => {
        await runJobs();
        return (await jobsOf(refund!.no)).includes("pay.deliverNotify");
      });
      const { no } = await reloadAfterSale(afterSaleId);
      expect(await jobsOf(refund!.no)).to.include.members(["pay.refundAtChannel", "trade.applyRefund"]);
      expect(await jobsOf(no)).to.deep.equal(await jobsOf(refund!.no));
      const { order } = await reloadOrder(built.order._id);
      expect(await jobsOf(order.no)).to.include.members([
        "pay.refundAtChannel",
        "trade.applyRefund",
        "pay.startNotify",
      ]);
    });

    it("masks a mobile for who may not see members", async () => {
      const { member } = await buildMember();
      const masked = `${member.mobile!.slice(0, 3)}****${member.mobile!.slice(-4)}`;
      expect((await search(`q=${member.mobile}`)).named).to.deep.equal([
        { kind: "member", id: member._id, no: masked },
      ]);
      const { client: seer } = await buildOperator(["infra:queue:read", "member:user:query"]);
      expect((await search(`q=${member._id}`, seer)).named[0]!.no).to.equal(member.mobile);
    });

    it("lists what is open without words, by queue, job and state", async () => {
      const number = await freshNumber();
      await enqueue(plainJob, { number }, { delayMs: hours(3) });
      const { _id } = await rowOf(number);
      const open = await search("queue=maintenance&job=test.plain&state=held&pageSize=100");
      expect(open.list.map(({ id }) => id)).to.include(_id);
      expect(open.list.every(({ state, job }) => state === "held" && job === "test.plain")).to.equal(true);
      expect((await search("queue=mail&job=test.plain")).total).to.equal(0);
    });

    it("refuses what would read everything, and strangers", async () => {
      for (const state of ["done", "dead", "cancelled"]) {
        const reply = await client.get(`${BASE}/search?state=${state}`);
        expect([reply.status, reply.code]).to.deep.equal([400, 1001001009]);
      }
      expect((await client.get(`${BASE}/search?state=lost`)).code).to.equal(400);
      expect((await client.get(`${BASE}/search?q=${"9".repeat(65)}`)).code).to.equal(400);
      expect((await stranger.get(`${BASE}/search`)).code).to.equal(401);
      const { client: other } = await buildOperator(["trade:order:query"]);
      for (const path of ["search", "get?id=1", "act-status?id=1", "timeline?kind=order&id=1"])
        expect((await other.get(`${BASE}/${path}`)).code, path).to.equal(403);
      const { client: reader } = await buildOperator(["infra:queue:read"]);
      const body = { act: "retry", reason: "no" };
      expect((await reader.post(`${BASE}/act`, { ...body, id: 1 })).code).to.equal(403);
      expect((await reader.post(`${BASE}/act-all`, { ...body, q: "1" })).code).to.equal(403);
    });
  });

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
      const rows = await OperationLogModel.find({ bizId: String(_id), module: "infra" })
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

    it("asks for a reason, and for a job that there is", async () => {
      expect((await client.post(`${BASE}/act`, { act: "retry", id: 1 })).msg).to.match(/reason/);
      expect((await client.post(`${BASE}/act`, { act: "obliterate", id: 1, reason: "x" })).msg).to.match(/act/);
      await refused("retry", 999_999_999, 1001001001);
    });

    it("of two at the same time is done once", async () => {
      const number = await freshNumber();
      await enqueue(plainJob, { number }, { delayMs: hours(1) });
      const { _id } = await rowOf(number);
      const codes = (await Promise.all([act("hold", _id), act("cancel", _id)])).map(({ code }) => code).sort();
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

    it("asks for words, and refuses an unknown number", async () => {
      const body = { act: "retry", reason: "all of them" };
      expect((await client.post(`${BASE}/act-all`, body)).msg).to.match(/say which jobs/);
      expect((await client.get(`${BASE}/act-status?id=999999`)).code).to.equal(1001001008);
    });
  });

  describe("a timeline", () => {
    it("tells an order's requests, jobs, calls and deliveries in one list, oldest first", async () => {
      const built = await buildOrderPaidAtChannel();
      const { order } = built;
      await ship(await buildOperator(["*"]), order._id);
      await runJobs();
      await flushRequestLogs();
      const { data } = await client.get(`${BASE}/timeline?kind=order&id=${order._id}`);
      const times = data.map(({ time }: { time: number }) => time);
      expect(times).to.deep.equal(times.toSorted((a: number, b: number) => a - b));
      const what = new Set(data.map((one: { what: string }) => one.what));
      expect([...what]).to.include.members(["request", "asked", "cancelled", "done", "delivery"]);
      const jobs = data.map(({ job }: { job: { job: string } | null }) => job?.job);
      expect(jobs, "what the callback told of").to.include("pay.handleCallback");
      const delivery = data.find((one: { what: string }) => one.what === "delivery").delivery;
      expect(delivery).to.include({ number: 1, status: 200 });
      const payOrder = await client.get(
        `${BASE}/timeline?kind=payOrder&id=${(await reloadOrder(order._id)).order.payOrderId}`,
      );
      expect(payOrder.data.length).to.be.at.least(data.length - 1);
    });

    it("is there for an invoice and an after-sale, and empty of what nothing happened to", async () => {
      const built = await buildInvoice();
      await runJobs();
      const invoice = (await invoiceOf(built.order._id))!;
      await eventually("it was asked for at the platform", async () => {
        await runJobs();
        const { data } = await client.get(`${BASE}/timeline?kind=invoice&id=${invoice._id}`);
        return data.some(({ what, job }: { what: string; job: { job: string } | null }) =>
          what === "call" ? job!.job === "invoice.issueInvoice" : false,
        );
      });
      for (const kind of ["order", "payOrder", "refund", "afterSale", "invoice", "parcel", "member"])
        expect((await client.get(`${BASE}/timeline?kind=${kind}&id=999999999`)).data, kind).to.deep.equal([]);
      expect((await client.get(`${BASE}/timeline?kind=wallet&id=1`)).code).to.equal(400);
    });
  });
});
