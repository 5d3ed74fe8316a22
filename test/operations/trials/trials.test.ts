import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { expect } from "chai";
import mongoose from "mongoose";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { config } from "#shared/kernel/config/config.js";
import { minutes } from "#shared/kernel/time/clock.js";
import type { Program } from "#scripts/deployment/program.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/infra/trial/";
const OURS = "trial-test";

describe("troubles that are tried in development", function () {
  let operator: BuiltOperator;
  let api: Program;
  const processes = () => mongoose.connection.collection<{ _id: string }>("processes");

  before(async () => {
    await startService();
    operator = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
    api = await secondApi({ env: { NODE_ENV: "development" } });
  });
  after(async () => {
    await api?.stop();
    await processes().deleteOne({ _id: OURS });
    await sandbox("DELETE", "/sandbox/state");
  });

  /** As an operator of the API that runs in development. */
  async function ask(method: string, path: string, name?: string): Promise<{ code: number; data: any }> {
    const response = await fetch(`${api.url}${BASE}${path}`, {
      method,
      headers: { authorization: `Bearer ${operator.token}`, "content-type": "application/json" },
      ...(name === undefined ? {} : { body: JSON.stringify({ name }) }),
    });
    return (await response.json()) as { code: number; data: any };
  }
  const sandbox = async (method: string, path: string): Promise<any> =>
    (await fetch(`${config.SANDBOX_URL}${path}`, { method })).json();
  const isOn = async (name: string): Promise<boolean> =>
    (await ask("GET", "list")).data.find((one: { name: string }) => one.name === name).on;

  for (const [name, platform, mode] of [
    ["wechatpay.hangs", "wechatpay", "timeout"],
    ["alipay.fails", "alipay", "error"],
    ["sms.fails", "sms", "error"],
  ] as const)
    it(`${name}: the sandbox plays it until it is ended, and the audit log says who`, async () => {
      expect(await isOn(name)).to.equal(false);
      expect(await ask("PUT", "start", name)).to.include({ code: 0, data: true });
      expect(await isOn(name)).to.equal(true);
      expect((await sandbox("GET", "/sandbox/faults"))[0]).to.deep.include({ platform, mode });
      expect((await ask("PUT", "end", name)).code).to.equal(0);
      expect(await isOn(name)).to.equal(false);
      expect(await sandbox("GET", "/sandbox/faults")).to.deep.equal([]);
      const rows = await OperationLogModel.find({ operatorId: operator.operator._id, bizId: name }).lean();
      expect(rows.map(({ action }) => action)).to.have.members(["trial.start", "trial.end"]);
    });

  it("merchant.fails: the demo's merchant answers 500 until it is ended", async () => {
    await ask("PUT", "start", "merchant.fails");
    expect(await isOn("merchant.fails")).to.equal(true);
    const { status } = await fetch(`${config.SANDBOX_URL}/sandbox/merchant/mall`, { method: "POST", body: "{}" });
    expect(status).to.equal(500);
    await ask("PUT", "end", "merchant.fails");
    expect(await isOn("merchant.fails")).to.equal(false);
  });

  it("worker.dies: a worker of this machine is killed; without one it is refused by name", async () => {
    expect((await ask("PUT", "start", "worker.dies")).code).to.equal(1001011001);
    const mine = { operatorId: operator.operator._id, bizId: "worker.dies" };
    expect(await OperationLogModel.countDocuments(mine), "what was refused is not in the audit log").to.equal(0);
    const worker: ChildProcess = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const ended = once(worker, "exit");
    const reportedAt = new Date(Date.now() + minutes(5));
    const row = { kind: "worker", host: hostname(), pid: worker.pid!, queues: [], work: [], lags: [], troubles: [] };
    await processes().insertOne({ _id: OURS, ...row, startedAt: new Date(), reportedAt } as { _id: string });
    expect((await ask("PUT", "start", "worker.dies")).code).to.equal(0);
    expect(await ended).to.deep.equal([null, "SIGKILL"]);
    await eventually("it is in the audit log", async () => (await OperationLogModel.countDocuments(mine)) === 1);
  });

  it("redis.silent: Redis answers nobody for a while, the shop says so, and it is back by itself", async () => {
    expect((await ask("PUT", "start", "redis.silent")).code).to.equal(0);
    const ready = async () => (await (await fetch(`${api.url}/health/ready`)).json()) as { redis: boolean };
    await eventually("the API says so", async () => !(await ready()).redis, 30);
    await eventually("it is back", async () => (await ready()).redis, 60);
  });

  it("there are none elsewhere: the list is empty, and nothing is started", async () => {
    expect(await operator.client.get(`${BASE}list`)).to.include({ code: 0 });
    expect((await operator.client.get(`${BASE}list`)).data).to.deep.equal([]);
    expect((await operator.client.put(`${BASE}start`, { name: "redis.silent" })).code).to.equal(1001009003);
    expect((await operator.client.put(`${BASE}end`, { name: "sms.fails" })).code).to.equal(1001009003);
  });

  it("who may only read starts nothing, and an unknown name is refused at its field", async () => {
    const reader = await buildOperator(["infra:queue:read"]);
    expect((await reader.client.put(`${BASE}start`, { name: "sms.fails" })).code).to.equal(403);
    const refused = await operator.client.put(`${BASE}start`, { name: "all" });
    expect([refused.code, refused.msg]).to.satisfy(([code, msg]: [number, string]) => code === 400 && /name/.test(msg));
  });
});
