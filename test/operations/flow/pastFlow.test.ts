import { expect } from "chai";
import { seedAlertRules } from "#shared/domains/operations/alert/seedAlertRules.js";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { QueueRollupModel } from "#shared/domains/operations/queues/queueRollup.model.js";
import { clock, days, hours, minutes } from "#shared/kernel/time/clock.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const PAST = "/admin-api/infra/flow/past";

describe("the flow of an hour that is over", () => {
  let reader: BuiltOperator;
  /** The last minute of the hour; nothing is recorded that long ago but what is written here. */
  let last: number;
  before(async () => {
    await startService();
    await seedAlertRules();
    await AlertRuleModel.updateMany({ kind: "age" }, { $set: { enabled: true } });
    reader = await buildOperator(["infra:queue:read"]);
    const today = clock.ms() - (clock.ms() % days(1));
    last = today - days(30) + hours(10) - minutes(1);
  });

  const record = (queue: QueueName, at: number, given: object) =>
    QueueRollupModel.create([
      {
        _id: `${queue} minute ${at}`,
        queue,
        step: "minute",
        at: new Date(at),
        dropAt: new Date(clock.ms() + days(1)),
        ...given,
      },
    ]);

  it("is told by minutes, with what stood in them and why", async () => {
    await record("trade", last, { depthMax: 12, oldestMaxMs: minutes(7), done: 3 });
    await record("vod", last, { depthMax: 0, oldestMaxMs: 0, retried: 4 });
    await record("sms", last, { depthMax: 1, oldestMaxMs: 900, done: 60, run: { 32: 60 }, wait: { 8: 60 } });
    await record("trade", last - minutes(59), { depthMax: 0 });
    await record("trade", last - minutes(60), { depthMax: 99 });
    const { data } = await reader.client.get(`${PAST}?until=${last + minutes(1)}`);
    expect(data.map(({ time }: any) => time)).to.deep.equal([last - minutes(59), last]);
    const of = (name: string) => data[1].queues.find((queue: any) => queue.name === name);
    expect(data[1].queues).to.have.lengthOf(3);
    expect(of("trade")).to.deep.include({ state: "stands", group: "orders" });
    expect(of("trade").reason.en).to.equal("oldest waits 7 min, 5 min allowed");
    expect(of("vod").reason.en).to.equal("every try of this minute failed");
    expect(of("sms")).to.deep.include({ state: "well", reason: null });
    expect(of("sms").figures).to.include({ waiting: 1, perMinute: 60, failedPerMinute: 0, waitP95Ms: 4 });
  });

  it("is for whoever may read the queues, and asks for a moment", async () => {
    expect(await stranger.get(`${PAST}?until=0`)).to.include({ status: 401 });
    expect(await reader.client.get(`${PAST}?until=soon`)).to.include({ status: 400 });
    expect(await reader.client.get(`${PAST}?until=9000000000000000`)).to.include({ status: 400 });
    expect((await reader.client.get(`${PAST}?until=0`)).data).to.deep.equal([]);
  });
});
