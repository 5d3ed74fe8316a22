import { expect } from "chai";
import { AlertDeliveryModel, AlertModel } from "#shared/domains/operations/alert/alert.model.js";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { evaluateRules } from "#shared/domains/operations/worker.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { alerts, rules } from "./pager.js";

interface OnDuty {
  operator: BuiltOperator;
  reader: BuiltOperator;
  /** Of the webhook that the rules of this test tell. */
  key: string;
}

/** A queue of videos that nobody takes, and those who have rules about it; to be called in `describe`. */
export function useWaitingVideos(take: (onDuty: OnDuty) => void) {
  let operator: BuiltOperator;
  let reader: BuiltOperator;
  let key: string;
  beforeEach(async () => {
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    reader = await buildOperator(["infra:queue:read"]);
    key = `alert-${await nextId("testNumbers")}`;
    await queueNamed("vod").pause();
    take({ operator, reader, key });
  });
  afterEach(async () => {
    heldClock.release();
    for (const model of [AlertRuleModel, AlertModel, AlertDeliveryModel])
      await inTransaction(async () => model.deleteMany({} as never));
    await queueNamed("vod").drain(true);
    await queueNamed("vod").resume();
  });

  const create = async (fields: object = {}): Promise<number> => {
    const body = {
      name: "Videos wait",
      kind: "depth",
      queue: "vod",
      threshold: 2,
      webhookUrl: `${sandbox.url}/sandbox/merchant/${key}`,
      ...fields,
    };
    const { data, msg } = await operator.client.post(rules("create"), body);
    expect(data, msg).to.be.a("number");
    return data;
  };
  const wait = (count: number, timestamp = Date.now()) =>
    queueNamed("vod").addBulk(Array.from({ length: count }, () => ({ name: "x", data: {}, opts: { timestamp } })));
  const look = async (): Promise<void> => {
    await evaluateRules();
    // All tries of one delivery take their time on a busy machine.
    await runJobs();
  };
  const list = async (query = ""): Promise<any[]> => (await reader.client.get(alerts(`page?${query}`))).data.list;
  return { create, wait, look, list };
}
