import { expect } from "chai";
import { flushRequestLogs } from "#shared/domains/operations/index.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { closeUnpaidOrderJob, markOrderPaidJob } from "#shared/domains/trade/trade.jobs.js";
import { hours, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import {
  buildAfterSale,
  buildOrderPaidAtChannel,
  decide,
  refundsOf,
  reloadAfterSale,
  ship,
} from "#test/factories/afterSale.js";
import { buildInvoice, invoiceOf } from "#test/factories/invoice.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { stranger, type Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { BASE, comesTo, freshNumber, rowAbout, rowOf, useClerk } from "./jobSupport.js";
import { holdReaders, keyedJob, plainJob, readers, wakingJob } from "#test/support/testJobs.js";

describe("the ledger of durable jobs, for operators", () => {
  let client: Client;
  const { search, jobsOf, acted, refused } = useClerk((clerk) => ({ client } = clerk));

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

    it("finds by the number of the payment, of its attempt, at the channel and at the merchant", async () => {
      const { order, payOrderId } = await buildOrderPaidAtChannel();
      await runJobs();
      const payOrder = await PayOrderModel.findById(payOrderId).orFail().lean();
      const jobs = await jobsOf((await reloadOrder(order._id)).order.no);
      expect(jobs).to.include.members(["pay.deliverNotify", "trade.markOrderPaid"]);
      for (const number of [payOrder.no!, payOrder.channelOrderNo!])
        expect(await jobsOf(number), number).to.include.members(["pay.deliverNotify", "trade.markOrderPaid"]);
    });

    it("without words tells of a job whose queue only another version knows", async () => {
      const number = await freshNumber();
      await enqueue(plainJob, { number }, { delayMs: hours(1) });
      const { _id } = await rowOf(number);
      const parked = { openQueue: "of-tomorrow", queue: "of-tomorrow", state: "unknown", parked: "test.plain@9" };
      await OutboxModel.collection.updateOne({ _id } as never, { $set: parked, $unset: { nextLookAt: 1 } });
      const { list } = await search("state=unknown&pageSize=100");
      expect(list.find(({ id }) => id === _id)).to.include({ queue: "of-tomorrow", state: "unknown" });
      await OutboxModel.deleteOne({ _id });
    });

    it("finds the code that was sent to a mobile of nobody's", async () => {
      const mobile = freshMobile();
      expect((await stranger.post("/app-api/member/auth/send-sms-code", { mobile, scene: 1 })).code).to.equal(0);
      await runJobs();
      expect(await jobsOf(mobile)).to.deep.equal(["member.sendSms"]);
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
      const submits = data.filter(({ what, job }: { what: string; job: { job: string } | null }) =>
        what === "call" ? job!.job === "pay.submitAttempt" : false,
      );
      expect(submits.length, "what the channel was told when it was submitted").to.be.at.least(1);
      expect(submits[0].call).to.include({ method: "POST", status: "200" });
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
