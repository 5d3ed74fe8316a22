import { expect } from "chai";
import mongoose from "mongoose";
import { invalidateProcesses } from "#shared/domains/operations/processes/process.queries.js";
import type { ProcessReport, Steering } from "#shared/kernel/process/process.model.js";
import { startReporting, workersByQueue } from "#shared/kernel/process/processes.js";
import { MOST_SLOTS, QueueSlotsModel } from "#shared/kernel/process/queueSlots.js";
import { readiness } from "#shared/kernel/process/readiness.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { minutes, seconds } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

const base = "/admin-api/infra/process/";
const LAST_WORKER = 1_001_010_010;
const LAST_CRON = 1_001_010_011;
const LAST_API = 1_001_010_012;

describe("processes, as operators see and steer them", () => {
  let operator: BuiltOperator;
  before(startService);
  beforeEach(async () => {
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"], { nickname: "Mei Lin" });
    await rows().deleteMany({});
    invalidateProcesses();
  });
  afterEach(async () => {
    await rows().deleteMany({});
    await QueueSlotsModel.deleteMany({});
    await queueNamed("vod").resume();
    await queueNamed("vod").drain(true);
  });

  const rows = () => mongoose.connection.collection<ProcessReport>("processes");
  const list = async (): Promise<any> => (await operator.client.get(`${base}list`)).data;
  const shown = async (id: string): Promise<any> => (await list()).processes.find((one: any) => one.id === id);
  const auditOf = async (bizId: string): Promise<any[]> =>
    mongoose.connection.collection("operationLogs").find({ bizId, operatorId: operator.operator._id }).toArray();

  /** A process that reported just now, or `agoMs` ago. */
  async function reported(
    id: string,
    { agoMs = 0, queues = [] as QueueName[], ...given }: Partial<ProcessReport> & { agoMs?: number } = {},
  ): Promise<void> {
    const reportedAt = new Date(Date.now() - agoMs);
    await rows().insertOne({
      _id: id,
      kind: "worker",
      version: "1.0.0+aaaa",
      host: "left",
      pid: 41,
      queues,
      work: queues.map((queue) => ({ queue, concurrency: 16, configured: 16, running: 3, lastTakeAt: reportedAt })),
      lags: [],
      loopDelayMs: 7,
      memory: { rss: 200e6, heap: 90e6, heapLimit: 4e9 },
      troubles: [],
      startedAt: new Date(Date.now() - minutes(30)),
      reportedAt,
      ...given,
    });
  }

  describe("the list", () => {
    it("tells what a process reports of itself, with the version that it runs", async () => {
      const work = () => [
        { queue: "vod" as const, concurrency: 8, configured: 16, running: 2, lastTakeAt: new Date() },
      ];
      const stop = await startReporting("worker", ["vod"], { work, loopDelayMs: () => 12 });
      try {
        const { processes, versions, mostSlots } = await list();
        const [mine] = processes;
        expect(mine).to.deep.include({
          kind: "worker",
          pid: process.pid,
          queues: [{ name: "vod", slots: 8, slotsTaken: 2, configured: 16 }],
          slots: 8,
          slotsTaken: 2,
          loopDelayMs: 12,
          alive: true,
          troubles: [],
          drain: null,
        });
        expect(mine.version).to.match(/^\d+\.\d+\.\d+\+\w+$/);
        expect(mine.silentMs).to.be.below(seconds(15));
        expect(mine.rss).to.be.greaterThan(mine.heap).and.greaterThan(10e6);
        expect(mine.heapLimit).to.be.greaterThan(mine.heap);
        expect(versions).to.deep.equal([{ version: mine.version, count: 1 }]);
        expect(mostSlots).to.equal(MOST_SLOTS);
      } finally {
        await stop();
      }
    });

    it("counts the live processes of each version, and shows one that is gone last, with its last words", async () => {
      await reported("gone", {
        agoMs: minutes(2),
        version: "0.9.0+cccc",
        troubles: ["its event loop stood still for 9 s"],
      });
      await reported("long gone", { agoMs: minutes(11) });
      await reported("a", { kind: "api" });
      await reported("b", { version: "1.1.0+bbbb" });
      await reported("c", { kind: "cron" });
      const { processes, versions } = await list();
      expect(versions).to.deep.equal([
        { version: "1.0.0+aaaa", count: 2 },
        { version: "1.1.0+bbbb", count: 1 },
      ]);
      expect(processes.map(({ id, alive }: any) => [id, alive])).to.deep.equal([
        ["a", true],
        ["c", true],
        ["b", true],
        ["gone", false],
      ]);
      const gone = processes.at(-1);
      expect(gone).to.deep.include({ troubles: ["its event loop stood still for 9 s"], rss: 200e6, loopDelayMs: 7 });
      expect(gone.silentMs).to.be.within(minutes(2), minutes(3));
    });

    it("is for whoever may read the queues; only who may operate them acts", async () => {
      await reported("w", { queues: ["vod"] });
      const other = await buildOperator(["infra:job:query"]);
      const reader = await buildOperator(["infra:queue:read"]);
      const acts = [
        ["drain", { id: "w" }],
        ["set-slots", { name: "vod", slots: 4 }],
        ["reset-slots", { name: "vod" }],
      ] as const;
      expect(await stranger.get(`${base}list`)).to.include({ status: 401 });
      expect(await other.client.get(`${base}list`)).to.include({ status: 403 });
      expect(await reader.client.get(`${base}list`)).to.include({ status: 200, code: 0 });
      for (const [act, body] of acts) {
        expect(await stranger.put(base + act, body), act).to.include({ status: 401 });
        expect(await reader.client.put(base + act, body), act).to.include({ status: 403 });
      }
    });
  });

  describe("a process that is asked to end", () => {
    it("hears of it with its next report, is shown as draining, and is counted on no more", async () => {
      await reported("other", { queues: ["vod"] });
      let heard: Steering | undefined;
      const stop = await startReporting("worker", ["vod"], { steer: (steering) => (heard = steering) });
      try {
        const mine = (await list()).processes.find(({ pid }: any) => pid === process.pid);
        expect((await workersByQueue()).get("vod")).to.equal(2);
        expect(await operator.client.put(`${base}drain`, { id: mine.id })).to.include({ code: 0, data: true });
        const { drain, alive } = await shown(mine.id);
        expect(alive).to.equal(true);
        expect(drain.operatorName).to.equal("Mei Lin");
        expect((await workersByQueue()).get("vod")).to.equal(1);
        await eventually("the process hears", async () => heard?.drain?.operatorId === operator.operator._id, 5);
        // It goes on telling how it drains, until it has.
        await stop.leave();
        expect((await shown(mine.id)).drain.operatorName).to.equal("Mei Lin");
        await stop();
        invalidateProcesses();
        expect(await shown(mine.id)).to.equal(undefined);
        const [row, ...others] = await auditOf(mine.id);
        expect(others).to.deep.equal([]);
        expect(row).to.deep.include({ module: "infra", action: "process.drain", before: { draining: false } });
        expect(row.after).to.include({ draining: true, kind: "worker", pid: process.pid, isConfirmed: false });
      } finally {
        await stop();
      }
    });

    it("is asked once: who asked first is kept", async () => {
      await reported("w");
      const second = await buildOperator(["infra:queue:operate"]);
      for (const { client } of [operator, second])
        expect(await client.put(`${base}drain`, { id: "w" })).to.include({ code: 0, data: true });
      expect((await shown("w")).drain.operatorName).to.equal("Mei Lin");
      expect(await mongoose.connection.collection("operationLogs").countDocuments({ bizId: "w" })).to.equal(1);
    });

    it("the last worker of a queue is first told what waits", async () => {
      await queueNamed("vod").pause();
      await queueNamed("vod").addBulk([1, 2].map(() => ({ name: "test.unknown", data: {} })));
      await reported("w", { queues: ["vod", "trade", "sms"] });
      await reported("other", { queues: ["trade"] });
      await reported("leaving", { queues: ["vod"], drain: { operatorId: 1, at: new Date() } });
      await reported("gone", { queues: ["vod", "sms"], agoMs: minutes(1) });
      const refused = await operator.client.put(`${base}drain`, { id: "w" });
      expect(refused).to.include({ status: 200, code: LAST_WORKER });
      expect(refused.msg).to.match(/^No other worker takes vod, sms: .* 2 wait now\. .*confirm: true/);
      expect((await shown("w")).drain).to.equal(null);
      expect(await operator.client.put(`${base}drain`, { id: "w", confirm: true })).to.include({ code: 0 });
      expect((await shown("w")).drain.operatorName).to.equal("Mei Lin");
      expect((await readiness()).queuesWithoutWorker).to.include("vod");
    });

    it("of the last two, asked to end in the same moment, one is told that it would be the last", async () => {
      const second = await buildOperator(["infra:queue:operate"]);
      for (const [round, kind] of (["worker", "cron", "worker", "api", "worker", "cron"] as const).entries()) {
        await rows().deleteMany({});
        const last = { worker: LAST_WORKER, cron: LAST_CRON, api: LAST_API }[kind];
        const [left, right] = [`left ${round}`, `right ${round}`];
        for (const id of [left, right]) await reported(id, { kind, queues: kind === "worker" ? ["vod", "sms"] : [] });
        const [one, other] = await Promise.all([
          operator.client.put(`${base}drain`, { id: left }),
          second.client.put(`${base}drain`, { id: right }),
        ]);
        expect(
          [one.code, other.code].toSorted((a, b) => a - b),
          `${kind} ${round}`,
        ).to.deep.equal([0, last]);
        expect(await rows().countDocuments({ drain: { $exists: true } })).to.equal(1);
        const refused = one.code === 0 ? right : left;
        expect(await second.client.put(`${base}drain`, { id: refused, confirm: true })).to.include({ code: 0 });
      }
    });

    it("so it is of three that all take different queues of the others'", async () => {
      const ids = ["vod and sms", "sms and trade", "trade and vod"];
      const queuesOf = [
        ["vod", "sms"],
        ["sms", "trade"],
        ["trade", "vod"],
      ] as const;
      for (const [at, id] of ids.entries()) await reported(id, { queues: [...queuesOf[at]!] });
      const codes = (await Promise.all(ids.map((id) => operator.client.put(`${base}drain`, { id })))).map(
        ({ code }) => code,
      );
      expect(codes.toSorted((a, b) => a - b)).to.deep.equal([0, LAST_WORKER, LAST_WORKER]);
    });

    it("so are the last cron and the last API", async () => {
      await reported("c", { kind: "cron" });
      await reported("a", { kind: "api" });
      expect(await operator.client.put(`${base}drain`, { id: "c" })).to.include({ code: LAST_CRON });
      expect(await operator.client.put(`${base}drain`, { id: "a" })).to.include({ code: LAST_API });
      await reported("c2", { kind: "cron" });
      expect(await operator.client.put(`${base}drain`, { id: "c" })).to.include({ code: 0 });
    });

    it("one that is unknown, or does not report any more, is asked nothing", async () => {
      await reported("gone", { agoMs: minutes(1) });
      expect(await operator.client.put(`${base}drain`, { id: "nobody" })).to.include({ code: 1_001_010_000 });
      expect(await operator.client.put(`${base}drain`, { id: "gone" })).to.include({ code: 1_001_010_001 });
    });
  });

  describe("the slots of a queue", () => {
    it("are set for all processes, are heard with the next report, and are kept for those that start later", async () => {
      let heard: Steering | undefined;
      const stop = await startReporting("worker", ["vod"], { steer: (steering) => (heard = steering) });
      try {
        expect(await operator.client.put(`${base}set-slots`, { name: "vod", slots: 4 })).to.include({ code: 0 });
        const [set] = (await list()).slots;
        expect(set).to.include({ name: "vod", slots: 4, operatorName: "Mei Lin" });
        await eventually("the process hears", async () => heard?.slots.vod === 4, 10);
        expect(await operator.client.put(`${base}reset-slots`, { name: "vod" })).to.include({ code: 0 });
        expect((await list()).slots).to.deep.equal([]);
        await eventually("the process hears", async () => heard?.slots.vod === null, 10);
        expect((await auditOf("vod")).map(({ action, before, after }) => [action, before, after])).to.deep.equal([
          ["queue.setSlots", { slots: null }, { slots: 4 }],
          ["queue.resetSlots", { slots: 4 }, { slots: null }],
        ]);
      } finally {
        await stop();
      }
    });

    it("are set for one process alone, and reset to what all have", async () => {
      await reported("w", { queues: ["vod"] });
      await reported("other", { queues: ["vod"] });
      const slotsOf = async (id: string) => (await rows().findOne({ _id: id }))?.slots?.vod;
      await operator.client.put(`${base}set-slots`, { name: "vod", slots: 6 });
      await operator.client.put(`${base}set-slots`, { name: "vod", slots: 2, processId: "w" });
      expect([await slotsOf("w"), await slotsOf("other")]).to.deep.equal([2, 6]);
      await operator.client.put(`${base}reset-slots`, { name: "vod", processId: "w" });
      expect([await slotsOf("w"), await slotsOf("other")]).to.deep.equal([6, 6]);
      const refused = await operator.client.put(`${base}set-slots`, { name: "sms", slots: 2, processId: "w" });
      expect(refused).to.include({ code: 1_001_010_002 });
      expect((await auditOf("vod")).at(-1)).to.deep.include({ after: { slots: null, processId: "w" } });
    });

    it("are refused at the field beyond what a process can carry, and as none", async () => {
      for (const slots of [0, MOST_SLOTS + 1, 1.5, "many"]) {
        const refused = await operator.client.put(`${base}set-slots`, { name: "vod", slots });
        expect(refused, String(slots)).to.include({ status: 400 });
        expect(refused.msg, String(slots)).to.match(/^slots/);
      }
      expect(await operator.client.put(`${base}set-slots`, { name: "vod", slots: MOST_SLOTS })).to.include({ code: 0 });
      const unknown = await operator.client.put(`${base}set-slots`, { name: "none", slots: 1 });
      expect(unknown).to.include({ status: 400 });
      expect(queueNames).not.to.include("none");
    });
  });
});
