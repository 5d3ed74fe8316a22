import { expect } from "chai";
import { DateTime } from "luxon";
import { seconds } from "#shared/kernel/time/clock.js";
import { storeNow } from "#shared/kernel/mongo/storeTime.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { startReporting } from "#shared/kernel/process/processes.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { commandsDuring, wholeReads } from "#test/support/redisCommands.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { orderJob } from "#test/support/testJobs.js";

const GET = "/admin-api/infra/flow/get";
const STREAM = "/admin-api/infra/flow/stream";
const HOST = "flow.merchant.example";

describe("the flow, as a snapshot", () => {
  let reader: BuiltOperator;
  before(startService);
  beforeEach(async () => {
    reader = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
  });
  afterEach(async () => {
    await queueNamed("vod").resume();
    await queueNamed("vod").drain(true);
    await NotifyHostModel.deleteMany({ _id: HOST });
  });

  /** The picture, once a node of it is as expected. */
  async function flowWhere(id: string, isSo: (node: any, flow: any) => boolean): Promise<any> {
    let flow: any;
    await eventually(`${id} in the flow`, async () => {
      flow = (await reader.client.get(GET)).data;
      return isSo(flow.nodes.find((node: any) => node.id === id) ?? {}, flow);
    });
    return flow;
  }

  it("shows what stands, and why: a held queue, a queue without worker, a host that fails", async () => {
    const served = queueNames.filter((name) => name !== "im");
    const work = () => served.map((queue) => ({ queue, concurrency: 2, running: 1, lastTakeAt: new Date() }));
    const stop = await startReporting("worker", served, { work });
    try {
      await reader.client.put("/admin-api/infra/queue/pause", { name: "vod" });
      await queueNamed("vod").addBulk([1, 2, 3].map(() => ({ name: "test.unknown", data: {} })));
      const pausedUntil = new Date(storeNow().getTime() + seconds(60));
      await NotifyHostModel.create([{ _id: HOST, failures: 5, pausedUntil, slots: [] }]);
      const flow = await flowWhere("queue:vod", ({ state, figures }) => state === "stands" && figures.waiting === 3);
      const node = (id: string) => flow.nodes.find((one: any) => one.id === id);
      expect(node("queue:vod").reason.en).to.match(
        new RegExp(`^held by ${reader.operator.nickname} since \\d\\d:\\d\\d$`),
      );
      expect(node("queue:vod")).to.deep.include({ kind: "queue", name: "vod", group: "media" });
      expect(node("queue:vod").figures).to.include({ waiting: 3, slots: 2 });
      expect(node("queue:im")).to.deep.include({
        state: "stands",
        reason: { en: "no worker takes this queue", zh: "没有工作进程处理该队列" },
      });
      const at = DateTime.fromJSDate(pausedUntil, { zone: "Asia/Shanghai" }).toFormat("'('MM-dd' )?'HH:mm");
      expect(node(`host:${HOST}`).reason.en).to.match(new RegExp(`^failed 5 times, next try ${at}$`));
      const worker = flow.nodes.find(({ kind, name }: any) => kind === "worker" && name === `worker ${process.pid}`);
      expect(worker.figures).to.include({ slots: 2 * served.length, slotsTaken: served.length });
      expect(flow.edges.some(({ from, to }: any) => from === "queue:trade" && to === worker.id)).to.equal(true);
      expect(flow.troubles).to.deep.equal([]);
    } finally {
      await stop();
    }
  });

  it("shows how many jobs a minute go from the outbox to each queue", async () => {
    const fromOutbox = ({ edges }: any) =>
      edges.find(({ from, to }: any) => from === "outbox" && to === `queue:${orderJob.queue}`).figures;
    for (let number = 1; number <= 3; number++) await enqueue(orderJob, { number: 9_300_000 + number });
    await runJobs();
    const stop = await startReporting("worker", queueNames);
    try {
      const flow = await flowWhere("outbox", (_, whole) => fromOutbox(whole).perMinute >= 3);
      const { perMinute, ...others } = fromOutbox(flow);
      expect(perMinute).to.be.a("number");
      expect(others).to.deep.equal({ failedPerMinute: null, runP95Ms: null });
    } finally {
      await stop();
    }
  });

  it("is for whoever may read the queues", async () => {
    const other = await buildOperator(["infra:job:query"]);
    for (const path of [GET, STREAM]) {
      expect(await stranger.get(path), path).to.include({ status: 401 });
      expect(await other.client.get(path), path).to.include({ status: 403 });
    }
    expect(await reader.client.get(GET)).to.include({ status: 200, code: 0 });
  });

  it("reads no list of a queue as a whole, however many wait", async () => {
    await queueNamed("vod").pause();
    const jobs = Array.from({ length: 2_000 }, () => ({ name: "test.unknown", data: {} }));
    await queueNamed("vod").addBulk(jobs);
    const commands = await commandsDuring(() => flowWhere("queue:vod", ({ figures }) => figures?.waiting === 2_000));
    expect(wholeReads(commands)).to.deep.equal([]);
  });
});
