import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { AlertDeliveryModel } from "#shared/domains/operations/alert/alert.model.js";
import { deliverWaitingAlerts, evaluateRules } from "#shared/domains/operations/worker.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { alerts, behave, deliveriesTo, rules } from "./pager.js";
import { useWaitingVideos } from "./waitingVideos.js";

describe("alerts as something to act on", () => {
  let operator: BuiltOperator;
  let reader: BuiltOperator;
  let key: string;
  before(startService);
  const { create, wait, look, list } = useWaitingVideos((onDuty) => ({ operator, reader, key } = onDuty));

  const silence = (id: number, ms = hours(1), reason = "the provider is being moved") =>
    operator.client.put(rules("silence"), { id, until: clock.ms() + ms, reason });
  const typesTold = async (): Promise<string[]> =>
    (await deliveriesTo(key)).toReversed().map(({ body }) => JSON.parse(body).type as string);

  it("a silenced rule is evaluated and listed but not delivered, and speaks again after the end", async () => {
    const id = await create();
    expect(await silence(id)).to.include({ code: 0, data: true });
    await wait(3);
    await look();
    const [alert] = await list();
    expect(alert).to.include({ status: 10, silenceReason: "the provider is being moved" });
    expect(alert.silenceOperatorName).to.equal(operator.operator.nickname);
    expect(alert.silenceTime).to.be.greaterThan(clock.ms());
    await deliverWaitingAlerts();
    expect(await typesTold()).to.deep.equal([]);
    heldClock.advance(hours(1) + 1);
    await look();
    expect(await typesTold()).to.deep.equal(["queue.alert.firing"]);
    await look();
    await queueNamed("vod").drain();
    await look();
    expect(await typesTold()).to.deep.equal(["queue.alert.firing", "queue.alert.resolved"]);
    expect((await list())[0]).to.include({ status: 20, silenceTime: null });
  });

  it("of what fires and ends within the silence nobody is told, not even later", async () => {
    const id = await create();
    await silence(id);
    await wait(3);
    await look();
    await queueNamed("vod").drain();
    await look();
    heldClock.advance(hours(2));
    await look();
    await deliverWaitingAlerts();
    expect(await typesTold()).to.deep.equal([]);
    const [alert] = await list("status=20");
    expect(alert.deliveries.map((one: any) => [one.event, one.status])).to.deep.equal([["firing", 20]]);
  });

  it("the silence is ended by hand, and holds back a delivery that was being tried", async () => {
    const id = await create();
    await behave(key, { status: 503 });
    await wait(3);
    await evaluateRules();
    await silence(id);
    await look();
    const tries = (await deliveriesTo(key)).length;
    await behave(key, { status: 200 });
    await look();
    expect((await deliveriesTo(key)).length, "no further try").to.equal(tries);
    expect(await operator.client.put(rules("unsilence"), { id })).to.include({ code: 0, data: true });
    await look();
    expect((await deliveriesTo(key))[0]).to.include({ status: 200 });
    expect((await list())[0].deliveries).to.have.lengthOf(1);
  });

  it("has an end within 30 days and a reason, and is audited", async () => {
    const id = await create();
    for (const [ms, reason] of [
      [-1, "x"],
      [days(30) + 60_000, "x"],
      [hours(1), " "],
    ] as const)
      expect(await silence(id, ms, reason), `${ms} ${reason}`).to.include({ status: 400 });
    expect(await silence(id, days(30) - 60_000)).to.include({ code: 0 });
    const row = (await reader.client.get(rules(`get?id=${id}`))).data;
    expect(row.silenceReason).to.equal("the provider is being moved");
    await operator.client.put(rules("unsilence"), { id });
    const audited = await OperationLogModel.find({ operatorId: operator.operator._id, bizId: String(id) })
      .sort({ _id: 1 })
      .lean();
    expect(audited.map(({ action }) => action)).to.deep.equal([
      "alert-rule.create",
      "alert-rule.silence",
      "alert-rule.unsilence",
    ]);
    expect(audited[1]?.after).to.include({ silenceReason: "the provider is being moved" });
    for (const verb of ["silence", "unsilence"]) {
      expect(await stranger.put(rules(verb))).to.include({ status: 401 });
      expect(await reader.client.put(rules(verb), { id })).to.include({ status: 403 });
    }
    expect(await silence(999_999_999)).to.include({ code: 1001008010 });
  });

  it("shows who was told and when, with an address that nobody else can post to, and the rule's runbook", async () => {
    const id = await create({ runbook: "https://wiki.example/videos" });
    await wait(3);
    await look();
    const [{ deliveries, runbook }] = await list();
    expect(runbook).to.equal("https://wiki.example/videos");
    expect(deliveries[0]).to.include({ to: `${sandbox.url}/...`, status: 10 });
    expect(deliveries[0].tryTime).to.be.a("number");
    expect(JSON.parse((await deliveriesTo(key))[0]!.body).data).to.include({ runbook });
    const before = (await operator.client.get(rules(`get?id=${id}`))).data;
    const body = { ...before, runbook: "Restart the player" };
    expect(await operator.client.put(rules("update"), body)).to.include({ code: 0 });
    expect(await operator.client.put(rules("update"), { ...body, runbook: "Older" })).to.include({ code: 1001009005 });
    expect((await list())[0].runbook).to.equal("Restart the player");
  });

  it("each answer to who may see alerts says how many wait for somebody, and to nobody else", async () => {
    const id = await create();
    const other = await create({ name: "Videos wait as well", webhookUrl: "" });
    await wait(3);
    await look();
    const waiting = async (): Promise<string | null> =>
      (await reader.client.get("/admin-api/infra/queue/list")).headers.get("open-alerts");
    await eventually("two wait", async () => (await waiting()) === "2");
    await silence(other);
    expect(await waiting()).to.equal("1");
    const [alert] = (await list(`ruleId=${id}`)) as { id: number }[];
    const answer = await operator.client.put(alerts("acknowledge"), { id: alert!.id });
    expect(answer.headers.get("open-alerts")).to.equal("0");
    const trader = await buildOperator(["trade:order:query"]);
    expect((await trader.client.get("/admin-api/trade/order/page")).headers.get("open-alerts")).to.equal(null);
    expect(await AlertDeliveryModel.countDocuments({ ruleId: other })).to.equal(0);
  });
});
