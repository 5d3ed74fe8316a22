import { expect } from "chai";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";
import { alerts, rules, SECRET } from "./pager.js";

describe("alert rules of the queues", () => {
  let operator: BuiltOperator;
  let reader: BuiltOperator;
  let key: string;
  before(startService);
  beforeEach(async () => {
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    reader = await buildOperator(["infra:queue:read"]);
    key = `alert-${await nextId("testNumbers")}`;
  });
  afterEach(async () => {
    await AlertRuleModel.deleteMany({});
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
  it("are kept with their changes in the audit, and never tell their secret", async () => {
    const id = await create({ secret: SECRET, forSeconds: 30 });
    const { data } = await reader.client.get(rules(`get?id=${id}`));
    expect(data).to.include({ id, kind: "depth", queue: "vod", threshold: 2, forSeconds: 30, hasSecret: true });
    expect(data).to.include({ enabled: true, webhookState: "unused" });
    expect(data.webhookUrl, "who may not change it does not see the whole address").to.equal(`${sandbox.url}/...`);
    expect((await operator.client.get(rules(`get?id=${id}`))).data.webhookUrl).to.include(key);
    expect((await operator.client.get(rules("page"))).data.list[0].webhookUrl).to.include(key);
    const body = { id, name: "Other", kind: "age", threshold: 60, enabled: false };
    expect(await operator.client.put(rules("update"), body)).to.include({ code: 0, data: true });
    const page = (await reader.client.get(rules("page?kind=age&enabled=false&name=the"))).data;
    expect(page.list[0]).to.include({ id, queue: null, webhookUrl: "", hasSecret: true });
    expect(await operator.client.put(rules("update"), { ...body, secret: "" })).to.include({ data: true });
    expect((await reader.client.get(rules(`get?id=${id}`))).data.hasSecret).to.equal(false);
    expect(await operator.client.delete(rules(`delete?id=${id}`))).to.include({ code: 0, data: true });
    for (const reply of [
      await reader.client.get(rules(`get?id=${id}`)),
      await operator.client.put(rules("update"), body),
      await operator.client.delete(rules(`delete?id=${id}`)),
    ])
      expect(reply.code).to.equal(1001008010);
    const rows = await OperationLogModel.find({ operatorId: operator.operator._id }).sort({ _id: 1 }).lean();
    expect(rows.map(({ action }) => action.split(".")[1])).to.deep.equal(["create", "update", "update", "delete"]);
    expect(JSON.stringify(rows)).not.to.include(SECRET).and.not.to.include(key);
  });

  it("an address inside is refused when it is given", async () => {
    for (const webhookUrl of [
      "http://192.168.1.1/",
      "https://10.0.0.1/x",
      "ftp://example.com/",
      "https://u:p@example.com/",
    ]) {
      const body = { name: "x", kind: "depth", threshold: 1, webhookUrl };
      const reply = await operator.client.post(rules("create"), body);
      expect(reply).to.include({ status: 400 });
      expect(reply.msg).to.match(/^webhookUrl/);
    }
  });

  it("wrong fields are 400 and named; strangers are 401, readers may not change", async () => {
    const good = { name: "x", kind: "depth", threshold: 1 };
    for (const [fields, field] of [
      [{ name: "" }, "name"],
      [{ name: { $gt: "" } }, "name"],
      [{ kind: "other" }, "kind"],
      [{ queue: "other" }, "queue"],
      [{ threshold: -1 }, "threshold"],
      [{ threshold: { $gt: "" } }, "threshold"],
      [{ kind: "silentWorker", threshold: 10 }, "threshold"],
      [{ forSeconds: 90_000 }, "forSeconds"],
      [{ webhookUrl: "nothing" }, "webhookUrl"],
      [{ secret: "short" }, "secret"],
      [{ enabled: "x" }, "enabled"],
    ] as const) {
      const reply = await operator.client.post(rules("create"), { ...good, ...fields });
      expect(reply, field).to.include({ status: 400 });
      expect(reply.msg).to.include(field);
    }
    const writes = [
      ["post", rules("create")],
      ["put", rules("update")],
      ["put", alerts("acknowledge")],
    ] as const;
    for (const [method, path] of writes) {
      expect(await stranger[method](path), path).to.include({ status: 401 });
      expect(await reader.client[method](path), path).to.include({ status: 403 });
      expect(await operator.client[method](path), path).to.include({ status: 400 });
    }
    expect(await reader.client.delete(rules("delete?id=x"))).to.include({ status: 403 });
    for (const path of [rules("get?id=x"), rules("page"), alerts("page")])
      expect(await stranger.get(path), path).to.include({ status: 401 });
    for (const bad of ["status=0", "kind=x", "queue=x", "createTime=x", "acknowledged=x", "ruleId=x"])
      expect(await reader.client.get(alerts(`page?${bad}`)), bad).to.include({ status: 400 });
  });
});
