import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { AlertDeliveryModel } from "#shared/domains/operations/alert/alert.model.js";
import { deliverWaitingAlerts, evaluateRules } from "#shared/domains/operations/worker.js";
import { clock, days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
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

  describe("one that was told before the silence, and ends within it", () => {
    const told = async (): Promise<any[]> =>
      (await deliveriesTo(key)).toReversed().map(({ body }) => JSON.parse(body as string));
    const clear = async (): Promise<void> => {
      await queueNamed("vod").drain();
      await look();
    };
    /** The rule of an alert that fired, was told, was silenced and ended ten minutes later. */
    async function endedInSilence(): Promise<{ id: number; alert: any }> {
      const id = await create();
      await wait(3);
      await look();
      await silence(id);
      heldClock.advance(minutes(10));
      await clear();
      const [alert] = await list("status=20");
      expect(await typesTold(), "in the silence").to.deep.equal(["queue.alert.firing"]);
      return { id, alert };
    }

    it("is told to be over at the end of the silence, once, with the moment when it ended", async () => {
      heldClock.hold();
      const { alert } = await endedInSilence();
      heldClock.advance(minutes(50) + 1);
      await Promise.all([evaluateRules(), evaluateRules()]);
      await look();
      await deliverWaitingAlerts();
      await look();
      const all = await told();
      expect(all.map(({ type }) => type)).to.deep.equal(["queue.alert.firing", "queue.alert.resolved"]);
      expect(all[1].data).to.include({ alertId: alert.id, fireTime: all[0].data.fireTime });
      expect(all[1].data.resolveTime)
        .to.equal(all[0].data.fireTime + minutes(10))
        .and.equal(alert.resolveTime);
      expect(all[1].createdAt).to.be.greaterThan(all[1].data.resolveTime);
    });

    it("also where the silence is ended by hand, and where another one followed the first", async () => {
      heldClock.hold();
      const { id, alert } = await endedInSilence();
      await silence(id, hours(5));
      heldClock.advance(hours(2));
      await look();
      expect(await typesTold()).to.deep.equal(["queue.alert.firing"]);
      await operator.client.put(rules("unsilence"), { id });
      await look();
      expect((await told()).at(-1)).to.deep.include({ type: "queue.alert.resolved" });
      expect((await told()).at(-1).data.resolveTime).to.equal(alert.resolveTime);
    });

    it("is not told to be over where the same fires again within the silence: that is told", async () => {
      heldClock.hold();
      const { alert } = await endedInSilence();
      await wait(3);
      await look();
      heldClock.advance(hours(1));
      await look();
      const all = await told();
      expect(all.map(({ type }) => type)).to.deep.equal(["queue.alert.firing", "queue.alert.firing"]);
      expect(all[1].data.alertId).to.be.greaterThan(alert.id);
      await clear();
      await look();
      const last = (await told()).at(-1);
      expect(await typesTold()).to.have.lengthOf(3);
      expect(last).to.include({ type: "queue.alert.resolved" });
      expect(last.data.alertId).to.equal(all[1].data.alertId);
    });

    it("is told to be over where what fired again within the silence ended within it too", async () => {
      heldClock.hold();
      const { alert } = await endedInSilence();
      await wait(3);
      await look();
      heldClock.advance(minutes(1));
      await clear();
      heldClock.advance(hours(1));
      await look();
      const all = await told();
      expect(all.map(({ type }) => type)).to.deep.equal(["queue.alert.firing", "queue.alert.resolved"]);
      expect(all[1].data).to.include({ alertId: alert.id, resolveTime: alert.resolveTime });
    });

    it("is told to nobody where its beginning reached nobody, or its rule is deleted", async () => {
      heldClock.hold();
      await behave(key, { status: 410 });
      const { id } = await endedInSilence();
      await behave(key, { status: 200 });
      await operator.client.put(rules("unsilence"), { id });
      await look();
      expect(await typesTold(), "refused").to.deep.equal(["queue.alert.firing"]);
      await wait(3);
      await look();
      await silence(id);
      await clear();
      await operator.client.delete(rules(`delete?id=${id}`));
      heldClock.advance(hours(2));
      await look();
      expect(await typesTold(), "deleted").to.deep.equal(["queue.alert.firing", "queue.alert.firing"]);
    });

    it("whose end was being told as the silence began is told at its end", async () => {
      heldClock.hold();
      const id = await create();
      await wait(3);
      await look();
      await behave(key, { status: 503 });
      await queueNamed("vod").drain();
      await evaluateRules();
      await silence(id);
      await look();
      await behave(key, { status: 200 });
      heldClock.advance(minutes(5));
      const tries = (await deliveriesTo(key)).length;
      await look();
      expect((await deliveriesTo(key)).length, "no further try").to.equal(tries);
      heldClock.advance(hours(1));
      await look();
      const [last] = await deliveriesTo(key);
      expect(last).to.include({ status: 200 });
      expect(JSON.parse(last!.body)).to.include({ type: "queue.alert.resolved" });
      expect((await list("status=20"))[0].deliveries.map((one: any) => [one.event, one.status])).to.deep.equal([
        ["firing", 10],
        ["resolved", 10],
      ]);
    });
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
