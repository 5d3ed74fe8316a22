import { createHmac } from "node:crypto";
import { expect } from "chai";
import { AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { evaluateRules } from "#shared/domains/operations/worker.js";
import { evaluateRulesJob } from "#shared/domains/operations/alert/alert.jobs.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { heldClock, seconds } from "#shared/kernel/time/clock.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { alerts, behave, deliveriesTo, rules, SECRET } from "./pager.js";
import { useWaitingVideos } from "./waitingVideos.js";

describe("alerts of the queues", function () {
  let operator: BuiltOperator;
  let reader: BuiltOperator;
  let key: string;
  before(startService);
  const { create, wait, look, list } = useWaitingVideos((onDuty) => ({ operator, reader, key } = onDuty));

  it("a broken rule fires once and is over once, each told to the webhook once, signed", async () => {
    const ruleId = await create({ secret: SECRET });
    await wait(3);
    await Promise.all([evaluateRules(), evaluateRules()]);
    await look();
    await enqueue(evaluateRulesJob, {});
    await runJobs();
    const [fired, ...more] = await list();
    expect(more).to.deep.equal([]);
    expect(fired).to.include({ ruleId, kind: "depth", queue: "vod", value: 3, peak: 3, status: 10, resolveTime: null });
    await queueNamed("vod").drain();
    await Promise.all([evaluateRules(), evaluateRules()]);
    await look();
    const [over] = await list("status=20");
    expect(over).to.include({ id: fired.id, value: 0, peak: 3 });
    expect(over.deliveries.map((one: any) => [one.event, one.status, one.tries, one.httpStatus])).to.deep.equal([
      ["firing", 10, 1, 200],
      ["resolved", 10, 1, 200],
    ]);
    const told = (await deliveriesTo(key)).toReversed();
    expect(told.map(({ body }) => JSON.parse(body).type)).to.deep.equal(["queue.alert.firing", "queue.alert.resolved"]);
    expect(JSON.parse(told[0]!.body).data).to.include({
      alertId: fired.id,
      ruleId,
      queue: "vod",
      value: 3,
      threshold: 2,
      objective: null,
      todo: fired.todo.en,
    });
    expect(fired.todo.en).to.contain("more workers");
    for (const { body, headers } of told) {
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const hmac = createHmac("sha256", Buffer.from(SECRET.slice(6), "base64"))
        .update(signed)
        .digest("base64");
      expect(headers["webhook-signature"]).to.equal(`v1,${hmac}`);
      expect(JSON.parse(body).id).to.equal(headers["webhook-id"]);
    }
    expect((await reader.client.get(rules(`get?id=${ruleId}`))).data).to.include({ webhookState: "works" });
  });

  it("waits as long as the rule says, both ways; what passes before is never told", async () => {
    await create({ forSeconds: 60 });
    await wait(3);
    await look();
    expect(await list()).to.deep.equal([]);
    await queueNamed("vod").drain();
    await look();
    expect(await AlertModel.countDocuments({})).to.equal(0);
    await wait(3);
    await look();
    heldClock.advance(seconds(61));
    await look();
    expect((await list())[0]).to.include({ status: 10 });
    await queueNamed("vod").drain();
    await look();
    await wait(3);
    await look();
    heldClock.advance(seconds(61));
    await look();
    expect((await list())[0], "broken again meanwhile").to.include({ status: 10 });
    await queueNamed("vod").drain();
    await look();
    heldClock.advance(seconds(61));
    await look();
    expect((await list())[0]).to.include({ status: 20 });
    expect(await deliveriesTo(key)).to.have.lengthOf(2);
  });

  it("a webhook that fails is tried again, and the same message is told by its id", async () => {
    const ruleId = await create();
    await behave(key, { failFirst: 2 });
    await wait(3);
    await look();
    const told = await deliveriesTo(key);
    expect(told.map(({ status }) => status)).to.deep.equal([200, 500, 500]);
    expect(new Set(told.map(({ headers }) => headers["webhook-id"])).size).to.equal(1);
    expect((await list())[0].deliveries[0]).to.include({ status: 10, tries: 3 });
    expect((await reader.client.get(rules(`get?id=${ruleId}`))).data.webhookState).to.equal("works");
  });

  it("one that is dead is given up after its last try and shown, without a dead letter", async () => {
    const ruleId = await create();
    await behave(key, { status: 503 });
    const before = await DeadLetterModel.countDocuments({ queue: "control" });
    await wait(3);
    await look();
    expect((await list())[0].deliveries[0]).to.include({ status: 20, tries: 36, httpStatus: 503, error: "HTTP 503" });
    const { data } = await reader.client.get(rules(`get?id=${ruleId}`));
    expect(data).to.include({ webhookState: "dead", webhookStatus: 503, webhookError: "HTTP 503" });
    expect(await DeadLetterModel.countDocuments({ queue: "control" })).to.equal(before);
  });

  it("a receiver that is gone is not asked again", async () => {
    await create();
    await behave(key, { status: 410 });
    await wait(3);
    await look();
    expect((await list())[0].deliveries[0]).to.include({ status: 20, tries: 1, httpStatus: 410 });
  });

  it("of a rule that is disabled the open alert ends and is told; of a deleted one it ends untold", async () => {
    const id = await create();
    await wait(3);
    await look();
    const body = { id, name: "Videos wait", kind: "depth", queue: "vod", threshold: 2, enabled: false };
    await operator.client.put(rules("update"), { ...body, webhookUrl: `${sandbox.url}/sandbox/merchant/${key}` });
    await look();
    expect((await list())[0]).to.include({ status: 20 });
    expect(await deliveriesTo(key)).to.have.lengthOf(2);
    const other = await create();
    await look();
    await operator.client.delete(rules(`delete?id=${other}`));
    await look();
    expect((await list()).map(({ status }) => status)).to.deep.equal([20, 20]);
    expect(await deliveriesTo(key)).to.have.lengthOf(3);
  });

  it("an alert is acknowledged by the first who does, with an audit row", async () => {
    await create();
    await wait(3);
    await look();
    const [{ id }] = await list("acknowledged=false");
    const other = await buildOperator(["*"]);
    expect(await operator.client.put(alerts("acknowledge"), { id, remark: "on it" })).to.include({ data: true });
    expect(await other.client.put(alerts("acknowledge"), { id })).to.include({ data: true });
    const [row] = await list("acknowledged=true");
    expect(row).to.include({
      acknowledgeOperatorId: operator.operator._id,
      acknowledgeOperatorName: operator.operator.nickname,
      remark: "on it",
    });
    expect(await OperationLogModel.countDocuments({ action: "alert.acknowledge", bizId: String(id) })).to.equal(1);
    expect(await operator.client.put(alerts("acknowledge"), { id: 999_999_999 })).to.include({ code: 1001008012 });
  });
});
