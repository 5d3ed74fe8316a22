import { createHmac } from "node:crypto";
import { expect } from "chai";
import { publishEventJob } from "#shared/domains/webhook/webhook.jobs.js";
import { WebhookDeliveryModel } from "#shared/domains/webhook/webhookDelivery.model.js";
import { WebhookEndpointModel } from "#shared/domains/webhook/webhookEndpoint.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { buildAfterSale } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { buildReceivedOrder } from "#test/factories/shipment.js";
import { buildWebhook } from "#test/factories/webhook.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/infra/webhook";
const DELIVERY = "/admin-api/infra/webhook-delivery";

interface Sent {
  headers: Record<string, string>;
  body: string;
}
interface Message {
  id: string;
  type: string;
  sequence: number;
  createdAt: number;
  data: Record<string, unknown>;
}

describe("a third party that is told of events", () => {
  let operator: BuiltOperator;
  let counter = 0;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator();
  });
  /** The session of before has ended by then. */
  const signInAgain = async () => void (operator = await buildOperator());
  afterEach(async () => {
    heldClock.release();
    await signInAgain();
    for (const { _id } of await WebhookEndpointModel.find({}).lean())
      await operator.client.delete(`${BASE}/delete?id=${_id}`);
    await runJobs();
    await NotifyHostModel.deleteMany({});
  });

  /** An endpoint at a receiver of its own in the sandbox. */
  async function build(events: string[], more: object = {}) {
    const key = `third-${process.pid}-${++counter}`;
    const url = `${sandbox.url}/sandbox/merchant/${key}`;
    const body = { name: key, url, events, ...more };
    const id = await buildWebhook(url, events, body);
    const { data } = await operator.client.get(`${BASE}/get-secret?id=${id}`);
    return { id, url, body, secret: data.secret as string, key };
  }
  /** Oldest first. */
  const received = async ({ key }: { key: string }): Promise<Sent[]> =>
    ((await (await fetch(`${sandbox.url}/sandbox/merchant/${key}/deliveries`)).json()) as Sent[]).toReversed();
  const messages = async (to: { key: string }): Promise<Message[]> =>
    (await received(to)).map(({ body }) => JSON.parse(body) as Message);
  const behave = ({ key }: { key: string }, status: number) =>
    fetch(`${sandbox.url}/sandbox/merchant/${key}/behaviour`, { method: "PUT", body: JSON.stringify({ status }) });
  function isSigned({ headers, body }: Sent, secret: string): boolean {
    const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const mac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64")).update(content);
    return headers["webhook-signature"]!.split(" ").includes(`v1,${mac.digest("base64")}`);
  }
  const deliveriesOf = async (id: number, more = "") =>
    (await operator.client.get(`${DELIVERY}/page?endpointId=${id}${more}`)).data.list as Record<string, unknown>[];
  const shown = async (id: number) => (await operator.client.get(`${BASE}/get?id=${id}`)).data;

  it("hears of a paid order once, signed, with numbers and no person", async () => {
    const third = await build(["order.paid", "order.shipped"]);
    const { order, member } = await buildPaidOrder();
    await runJobs();
    const [sent, ...others] = await received(third);
    expect(others).to.deep.equal([]);
    expect(isSigned(sent!, third.secret)).to.equal(true);
    const message = JSON.parse(sent!.body) as Message;
    expect(message).to.include({ type: "order.paid", id: sent!.headers["webhook-id"] });
    expect(message.data).to.include({ orderId: order._id, no: order.no, status: 10, payPrice: order.payPriceFen });
    expect(message.createdAt).to.be.closeTo(order.payAt!.getTime(), 60_000);
    for (const secret of [order.receiverMobile, order.receiverName, order.receiverDetailAddress, member.mobile])
      if (secret) expect(sent!.body).not.to.contain(secret);
  });

  it("hears of every step of a sale that it chose, each with its own id and a growing number", async () => {
    const third = await build(["order.placed", "order.paid", "order.shipped", "order.completed", "order.cancelled"]);
    const { order } = await buildReceivedOrder();
    await runJobs();
    const told = (await messages(third)).filter(({ data }) => data["orderId"] === order._id);
    const inOrder = told.toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type);
    expect(inOrder).to.have.members(["order.placed", "order.paid", "order.shipped", "order.completed"]);
    expect(new Set(told.map(({ id }) => id)).size).to.equal(4);
    expect(new Set(told.map(({ sequence }) => sequence)).size).to.equal(4);
  });

  it("hears of after-sales, refunds and stock; of low stock only at its own bound", async () => {
    const third = await build(["after_sale.applied", "after_sale.cancelled", "stock.changed"]);
    const low = await build(["stock.low"], { lowStock: 98 });
    const built = await buildPaidOrder({ count: 1 });
    await runJobs();
    const { skuId } = built.items[0]!;
    const stockOf = async (to: { key: string }) =>
      (await messages(to)).filter(({ data }) => data["skuId"] === skuId).map(({ data }) => data["stock"]);
    expect(await stockOf(third)).to.deep.equal([99]);
    expect(await stockOf(low)).to.deep.equal([]);
    await buildUnpaidOrder({ skuId });
    await runJobs();
    expect(await stockOf(low)).to.deep.equal([98]);
    const id = await buildAfterSale(built);
    await built.client.post("/app-api/trade/after-sale/cancel", { id });
    await runJobs();
    const types = (await messages(third)).filter(({ data }) => data["afterSaleId"] === id).map(({ type }) => type);
    expect(types).to.have.members(["after_sale.applied", "after_sale.cancelled"]);
  });

  it("without one that wants it nothing is enqueued", async () => {
    await build(["after_sale.applied"]);
    const off = await build(["order.paid"], { enabled: false });
    const { order } = await buildPaidOrder();
    await runJobs();
    const jobs = { job: publishEventJob.name, "payload.subjectId": order._id, "payload.event": /^order/ };
    expect(await OutboxModel.countDocuments(jobs)).to.equal(0);
    expect(await received(off)).to.deep.equal([]);
  });

  it("a job that runs twice tells once; two endpoints get the same id", async () => {
    const [one, two] = [await build(["order.paid"]), await build(["order.paid"])];
    const { order } = await buildPaidOrder();
    await runJobs();
    const { payload } = (await OutboxModel.findOne({
      job: publishEventJob.name,
      "payload.subjectId": order._id,
      "payload.event": "order.paid",
    }).lean())!;
    await enqueue(publishEventJob, payload as never);
    await runJobs();
    const [[first], [second]] = [await messages(one), await messages(two)];
    expect(first!.id).to.equal(second!.id);
    expect([await received(one), await received(two)].map((all) => all.length)).to.deep.equal([1, 1]);
  });

  it("that fails is tried again with the same id; the deliveries tell why", async () => {
    heldClock.hold();
    const third = await build(["order.paid"]);
    await behave(third, 500);
    await buildPaidOrder();
    await runJobs();
    const [waiting] = await deliveriesOf(third.id);
    expect(waiting).to.include({ status: 0, tries: 1, lastStatus: 500, event: "order.paid" });
    expect((await shown(third.id)).failingTime).to.be.a("number");
    await behave(third, 200);
    heldClock.advance(minutes(2));
    await runJobs();
    const detail = (await operator.client.get(`${DELIVERY}/get-detail?id=${String(waiting!["id"])}`)).data;
    expect(detail).to.include({ status: 10, tries: 2 });
    expect(detail.logs.map(({ status }: { status: number }) => status)).to.deep.equal([500, 200]);
    expect(detail.logs[0].body).to.contain("received");
    expect(new Set((await received(third)).map(({ headers }) => headers["webhook-id"])).size).to.equal(1);
    expect((await shown(third.id)).failingTime).to.equal(null);
  });

  it("that fails for two days is switched off, which the audit log and the alerts tell; nothing more goes out", async () => {
    heldClock.hold();
    const third = await build(["order.paid"]);
    await behave(third, 500);
    await buildPaidOrder();
    await runJobs();
    for (let hour = 0; hour < 56; hour += 4) {
      heldClock.advance(hours(4));
      await runJobs();
    }
    await signInAgain();
    expect(await shown(third.id)).to.include({ enabled: false });
    expect((await shown(third.id)).givenUpTime).to.be.a("number");
    expect(await OperationLogModel.countDocuments({ action: "webhook.giveUp", bizId: String(third.id) })).to.equal(1);
    const before = (await received(third)).length;
    heldClock.advance(days(2));
    await signInAgain();
    await buildPaidOrder();
    await runJobs();
    expect(await received(third)).to.have.length(before);
    const [given] = await deliveriesOf(third.id);
    const refused = await operator.client.post(`${DELIVERY}/replay`, { id: given!["id"] });
    expect(refused.code).to.equal(1001021003);
    // Switched on again, what it missed is sent once more.
    await behave(third, 200);
    const { code } = await operator.client.put(`${BASE}/update`, { id: third.id, ...third.body, enabled: true });
    expect(code).to.equal(0);
    expect((await shown(third.id)).givenUpTime).to.equal(null);
    const { data } = await operator.client.post(`${DELIVERY}/replay-all`, { endpointId: third.id });
    expect(data).to.deep.equal({ replayed: 1, left: 0 });
    await runJobs();
    expect((await deliveriesOf(third.id, "&status=10")).length).to.equal(1);
  });

  it("one delivery and those of a period are sent again with their ids, to the address of now", async () => {
    const third = await build(["order.paid"]);
    await buildPaidOrder();
    await runJobs();
    const [delivered] = await deliveriesOf(third.id);
    expect((await operator.client.post(`${DELIVERY}/replay`, { id: delivered!["id"] })).code).to.equal(0);
    await runJobs();
    const of = { endpointId: third.id, status: 10 };
    const past = await operator.client.post(`${DELIVERY}/replay-all`, { ...of, createTime: [1, 2] });
    expect(past.data).to.deep.equal({ replayed: 0, left: 0 });
    expect((await operator.client.post(`${DELIVERY}/replay-all`, of)).data).to.deep.equal({ replayed: 1, left: 0 });
    await runJobs();
    const all = await received(third);
    expect(all).to.have.length(3);
    expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).to.equal(1);
    expect(all.every((one) => isSigned(one, third.secret))).to.equal(true);
  });

  it("a new secret signs beside the old one for a day", async () => {
    heldClock.hold();
    const third = await build(["order.paid"]);
    expect((await operator.client.put(`${BASE}/rotate-secret`, { id: third.id })).code).to.equal(0);
    const { secret: newer } = (await operator.client.get(`${BASE}/get-secret?id=${third.id}`)).data;
    expect(newer)
      .to.match(/^whsec_/)
      .and.not.to.equal(third.secret);
    const test = async () => {
      expect((await operator.client.post(`${BASE}/test`, { id: third.id })).code).to.equal(0);
      await runJobs();
      return (await received(third)).at(-1)!;
    };
    const both = await test();
    expect([isSigned(both, newer), isSigned(both, third.secret)]).to.deep.equal([true, true]);
    heldClock.advance(hours(25));
    await signInAgain();
    const alone = await test();
    expect([isSigned(alone, newer), isSigned(alone, third.secret)]).to.deep.equal([true, false]);
    const log = await OperationLogModel.findOne({ action: "webhook.rotateSecret", bizId: String(third.id) }).lean();
    expect(JSON.stringify(log)).not.to.contain("whsec_");
  });

  it("a test event reaches an endpoint that is off as well", async () => {
    const third = await build(["order.paid"], { enabled: false });
    await operator.client.post(`${BASE}/test`, { id: third.id });
    expect(await OperationLogModel.countDocuments({ action: "webhook.test", bizId: String(third.id) })).to.equal(1);
    await runJobs();
    expect((await messages(third)).map(({ type }) => type)).to.deep.equal(["webhook.test"]);
  });

  it("of a deleted endpoint nothing more is sent, and what waited is given up", async () => {
    heldClock.hold();
    const third = await build(["order.paid"]);
    await behave(third, 500);
    await buildPaidOrder();
    await runJobs();
    await operator.client.delete(`${BASE}/delete?id=${third.id}`);
    const before = (await received(third)).length;
    heldClock.advance(hours(1));
    await runJobs();
    expect(await received(third)).to.have.length(before);
    const rows = await WebhookDeliveryModel.find({ endpointId: third.id }).lean();
    expect(rows.map(({ status }) => status)).to.deep.equal([20]);
    expect((await operator.client.get(`${BASE}/get?id=${third.id}`)).code).to.equal(1001021000);
  });

  it("refuses addresses inside, unknown events and empty choices by name", async () => {
    const good = { name: "Bad", url: "https://example.com/hook", events: ["order.paid"] };
    for (const [more, field] of [
      [{ url: "ftp://example.com" }, "url"],
      [{ url: "not a url" }, "url"],
      [{ url: "https://user:word@example.com/" }, "url"],
      [{ events: [] }, "events"],
      [{ events: ["order.lost"] }, "events"],
      [{ name: "" }, "name"],
      [{ lowStock: -1 }, "lowStock"],
    ] as const) {
      const reply = await operator.client.post(`${BASE}/create`, { ...good, ...more });
      expect([reply.status, reply.code], field).to.deep.equal([400, 400]);
      expect(JSON.stringify(reply), field).to.contain(field);
    }
    expect((await operator.client.put(`${BASE}/update`, { id: 9_999, ...good })).code).to.equal(1001021000);
    expect((await operator.client.get(`${DELIVERY}/get-detail?id=999999`)).code).to.equal(1001021002);
  });

  it("each act needs its right; only a right of its own shows the secret", async () => {
    const third = await build(["order.paid"]);
    const reader = await buildOperator(["infra:webhook:query"]);
    const member = await buildMember();
    expect(JSON.stringify(await reader.client.get(`${BASE}/page`))).not.to.contain("whsec_");
    expect((await reader.client.get(`${DELIVERY}/page`)).code).to.equal(0);
    const acts: [keyof typeof stranger & ("get" | "post" | "put" | "delete"), string][] = [
      ["get", `${BASE}/get-secret?id=${third.id}`],
      ["post", `${BASE}/create`],
      ["put", `${BASE}/update`],
      ["put", `${BASE}/rotate-secret`],
      ["delete", `${BASE}/delete?id=${third.id}`],
      ["post", `${BASE}/test`],
      ["post", `${DELIVERY}/replay`],
      ["post", `${DELIVERY}/replay-all`],
    ];
    const body = { ...third.body, id: third.id, endpointId: third.id };
    for (const [method, path] of acts)
      for (const [client, status] of [
        [stranger, 401],
        [member.client, 401],
        [reader.client, 403],
      ] as const) {
        const reply =
          method === "get" || method === "delete" ? await client[method](path) : await client[method](path, body);
        expect(reply.status, `${method} ${path}`).to.equal(status);
      }
  });
});
