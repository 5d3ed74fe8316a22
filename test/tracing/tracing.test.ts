import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { currentContext, withContext } from "#shared/kernel/request/context.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { callOutside } from "#shared/kernel/http/client.js";
import type { TracingSettings } from "#shared/kernel/observability/spans.js";
import { deleteObject, headObject, presignedUrl, putObject } from "#shared/kernel/storage/storage.js";
import { startSpan, startTracing } from "#shared/kernel/observability/tracing.js";
import { buildUnpaidOrder } from "#test/factories/order.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { buildWallet } from "#test/factories/wallet.js";
import { someone } from "#test/mail/support.js";
import { stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, mailJob, plainJob } from "#test/support/testJobs.js";
import { kinds, startCollector, type SeenSpan } from "./collector.js";

type Collector = Awaited<ReturnType<typeof startCollector>>;
const settings = (endpoint: string, more: Partial<TracingSettings> = {}): TracingSettings => ({
  endpoint,
  headers: "",
  serviceName: "shop-under-test",
  ratio: 1,
  ...more,
});
const submit = "/app-api/pay/order/submit";
const freshMobile = (): string => `137${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
const shape = (line: SeenSpan[]): [number, string][] => line.map(({ kind, name }) => [kind, name]);

/** What a collector has seen once everything this made was sent. */
async function traced(work: () => Promise<unknown>, more: Partial<TracingSettings> = {}): Promise<Collector> {
  const collector = await startCollector();
  const stop = await startTracing("api", settings(collector.url, more));
  try {
    await work();
    await runJobs();
  } finally {
    await stop();
    await collector.close();
  }
  return collector;
}

describe("traces", () => {
  before(() => startService());
  // A merchant's server that was in trouble with another test is not in this one.
  before(async () => void (await NotifyHostModel.deleteMany({})));

  it("an SMS code: the request, the job that its outbox row became, the call to the provider, in one trace", async () => {
    const seen = await traced(async () => {
      const reply = await stranger.post("/app-api/member/auth/send-sms-code", { mobile: freshMobile(), scene: 1 });
      expect(reply.data).to.equal(true);
    });
    const line = seen.lineage("POST sms");
    expect(shape(line)).to.deep.equal([
      [kinds.server, "POST /app-api/member/auth/send-sms-code"],
      [kinds.consumer, "member.sendSms"],
      [kinds.client, "POST sms"],
    ]);
    expect(new Set(line.map(({ traceId }) => traceId)).size).to.equal(1);
    expect(line[0]!.attributes).to.include({
      "http.route": "/app-api/member/auth/send-sms-code",
      "http.response.status_code": 200,
    });
    expect(line[1]!.attributes).to.include({ "messaging.system": "bullmq", "shop.outcome": "done" });
    expect(line[2]!.attributes).to.include({ "shop.platform": "sms", "http.response.status_code": 200 });
    expect(line.map(({ service }) => service)).to.deep.equal(Array(3).fill("shop-under-test"));
  });

  it("an order and its payment: what was announced reaches the merchant's server in the trace of the payment", async () => {
    const owner = await buildWallet(50_000);
    const seen = await traced(async () => {
      const { order, payOrderId, member, client } = await buildUnpaidOrder({ owner });
      expect(order.status).to.equal(0);
      const reply = await client.post(submit, {
        ...submitBody({ _id: payOrderId, memberId: member._id } as never),
        channelCode: "wallet",
        displayMode: "app",
      });
      expect(reply.data.status).to.equal(10);
    });
    const [placed] = seen.lineage("POST /app-api/trade/order/create");
    expect(placed?.kind).to.equal(kinds.server);
    const line = seen.lineage("POST merchant");
    const names = line.map(({ name }) => name);
    expect(names[0]).to.equal(`POST ${submit}`);
    expect(names.slice(-2)).to.deep.equal(["pay.deliverNotify", "POST merchant"]);
    expect(line.at(-2)!.kind).to.equal(kinds.consumer);
    expect(new Set(line.map(({ traceId }) => traceId)).size).to.equal(1);
    expect(seen.spans.filter(({ parentSpanId, kind }) => !parentSpanId && kind === kinds.server)).to.have.length(2);
  });

  it("a prepay: the request asks a worker, the worker asks the channel", async () => {
    const seen = await traced(async () => {
      const { order, client } = await buildPayOrder();
      expect((await client.post(submit, submitBody(order))).code).to.equal(0);
    });
    const line = seen.lineage("POST wechatpay");
    expect(shape(line)).to.deep.equal([
      [kinds.server, `POST ${submit}`],
      [kinds.consumer, "pay.submitAttempt"],
      [kinds.client, "POST wechatpay"],
    ]);
    const [job, request] = [line[1]!, line[0]!];
    expect(job.attributes["shop.request_id"]).to.equal(request.attributes["shop.request_id"]);
    expect(job.attributes["messaging.destination.name"]).to.be.a("string");
  });

  it("a mail: the job that sends it, and the mail server, with nobody's address", async () => {
    const to = someone("traced");
    const seen = await traced(() => enqueue(mailJob, { to, messageId: "traced.1" }));
    const line = seen.lineage("SMTP mail");
    expect(shape(line)).to.deep.equal([
      [kinds.consumer, mailJob.name],
      [kinds.client, "SMTP mail"],
    ]);
    expect(line[1]!.attributes).to.include({ "shop.platform": "mail", "http.response.status_code": 250 });
    expect(JSON.stringify(seen.spans)).not.to.include(to);
  });

  it("object storage: what an upload stores, without the names of the objects", async () => {
    const key = `public/test/traced-${Date.now()}`;
    const seen = await traced(async () => {
      const span = startSpan({ name: "uploader", kind: "server", attributes: {} })!;
      await withContext({ requestId: "r-store", language: "en", span }, async () => {
        await putObject(key, Buffer.from("a"), "text/plain");
        await presignedUrl(key, 60);
        await deleteObject(key);
        expect(await headObject(key)).to.equal(undefined);
      });
      span.end();
    });
    const calls = seen.spans.filter(({ attributes }) => attributes["shop.platform"] === "storage");
    expect(calls.map(({ name, attributes }) => [name, attributes["http.response.status_code"]])).to.deep.equal([
      ["PutObject storage", 200],
      ["DeleteObject storage", 204],
      ["HeadObject storage", 404],
    ]);
    expect(seen.lineage("PutObject storage").map(({ name }) => name)).to.deep.equal(["uploader", "PutObject storage"]);
    expect(JSON.stringify(seen.spans)).not.to.include(key);
  });

  it("a refusal is no fault of ours; its name is told", async () => {
    const seen = await traced(() => stranger.get("/app-api/member/user/get"));
    const [span] = seen.lineage("GET /app-api/member/user/get");
    expect(span!.attributes).to.include({ "http.response.status_code": 401, "error.type": "NotSignedIn" });
    expect(span!.status?.code ?? 0).to.equal(0);
  });

  it("a job that fails says so at each try, below what asked for it", async () => {
    const number = Math.floor(Math.random() * 1e9) + 1;
    const seen = await traced(async () => {
      const span = startSpan({ name: "asker", kind: "server", attributes: {} })!;
      await withContext({ requestId: "r-trace", language: "en", span }, () =>
        enqueue(keyedJob, { number, fail: "once" }),
      );
      span.end();
    });
    const tries = seen.spans.filter(({ name }) => name === keyedJob.name);
    expect(tries.map(({ attributes }) => attributes["shop.outcome"])).to.deep.equal(["retried", "done"]);
    expect(tries.map(({ status }) => status?.code ?? 0)).to.deep.equal([2, 0]);
    expect(tries[0]!.attributes).to.include({ "error.type": "Flaky", "shop.orderId": number, "shop.attempt": 1 });
    const asker = seen.spans.find(({ name }) => name === "asker")!;
    expect(new Set(tries.map(({ parentSpanId }) => parentSpanId))).to.deep.equal(new Set([asker.spanId]));
  });

  it("tells no secret: no query, no number of a phone, no token", async () => {
    const mobile = freshMobile();
    const seen = await traced(async () => {
      await stranger.post("/app-api/member/auth/send-sms-code", { mobile, scene: 1 });
      await callOutside({
        to: "somebody",
        method: "GET",
        url: `${sandbox.url}/health?access_token=very-secret`,
        headers: { authorization: "Bearer very-secret" },
        timeoutMs: 2_000,
      });
    });
    const told = JSON.stringify(seen.spans);
    expect(told).to.include("GET somebody").and.to.include(`${sandbox.url}/health`);
    expect(told).not.to.include("very-secret").and.not.to.include(mobile);
  });

  it("of a ratio of 0 nothing is sent, and what hangs below is not either", async () => {
    // A job that comes due late goes on in the trace that it was asked for in.
    const left = { open: true, traceparent: { $gt: "" }, dueAt: { $lte: new Date(Date.now() + 5_000) } };
    await eventually("what the traces before left is over", async () => {
      await runJobs();
      return (await OutboxModel.countDocuments(left)) === 0;
    });
    const seen = await traced(
      () => stranger.post("/app-api/member/auth/send-sms-code", { mobile: freshMobile(), scene: 1 }),
      { ratio: 0 },
    );
    expect(seen.spans).to.deep.equal([]);
  });

  it("sends the collector the headers that it wants", async () => {
    const seen = await traced(() => stranger.get("/app-api/member/level/list"), {
      headers: "authorization=Bearer%20abc, x-team=shop",
    });
    expect(seen.calls[0]?.path).to.equal("/v1/traces");
    expect(seen.calls[0]?.headers).to.include({ authorization: "Bearer abc", "x-team": "shop" });
  });

  it("without a collector nothing is made: no span, nothing in the row", async () => {
    const stop = await startTracing("api", { ...settings("http://127.0.0.1:1"), endpoint: undefined });
    expect(startSpan({ name: "none", kind: "server", attributes: {} })).to.equal(undefined);
    const number = Math.floor(Math.random() * 1e9) + 1;
    await withContext({ requestId: "r-none", language: "en" }, () => enqueue(plainJob, { number }));
    const row = await OutboxModel.findOne({ "payload.number": number }).lean<OutboxRow>();
    expect(row).not.to.have.property("traceparent");
    expect(currentContext()).to.equal(undefined);
    await runJobs();
    await stop();
  });

  for (const [name, collector] of [
    ["is down", deadEndpoint],
    ["never answers", () => startCollector("hang")],
  ] as const)
    it(`a collector that ${name} slows and fails no request, and holds no process up`, async () => {
      const { url, close } = await collector();
      const stop = await startTracing("api", settings(url));
      try {
        const startedAt = performance.now();
        const replies = await Promise.all(Array.from({ length: 50 }, () => stranger.get("/app-api/member/level/list")));
        expect(replies.every(({ code }) => code === 0)).to.equal(true);
        expect(performance.now() - startedAt).to.be.below(4_000);
      } finally {
        const stoppingAt = performance.now();
        await stop();
        expect(performance.now() - stoppingAt).to.be.below(3_000);
        await close();
      }
    });
});

/** An address where nobody listens. */
async function deadEndpoint() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, close: async () => undefined };
}
