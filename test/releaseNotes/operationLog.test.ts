import { expect } from "chai";
import { AuditChainModel } from "#shared/domains/audit/auditChain.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { sealOperations } from "#shared/domains/audit/worker.js";
import { trimOperationsJob } from "#shared/domains/audit/audit.jobs.js";
import { clock, days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildOperator } from "#test/factories/operator.js";
import { fresh } from "#test/factories/website.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const LOG = "/admin-api/system/operate-log";
const TEAM = "/admin-api/website/team";
const BRAND = "/admin-api/product/brand";

interface Row {
  action: string;
  module: string;
  bizId: string;
  operatorId: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip: string;
  createTime: number;
}

describe("release 3.2.0: operation log audit", () => {
  before(startService);
  afterEach(() => heldClock.release());
  const signIn = (): ReturnType<typeof buildOperator> =>
    buildOperator(["website:team:*", "product:brand:*", "system:operate-log:*"].flatMap(verbsOf));

  /** An operator who creates, updates and deletes two different things, a minute apart; and the log as this one reads it. */
  async function work() {
    heldClock.hold();
    const { client, operator } = await signIn();
    const at: number[] = [];
    const step = async <T>(doing: () => Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
      heldClock.advance(minutes(1));
      at.push(clock.ms());
      const { code, msg, data } = await doing();
      expect(code, msg).to.equal(0);
      return data;
    };
    const name = fresh("审计");
    const member: number = await step(() => client.post(`${TEAM}/create`, { name, title: "总监" }));
    await step(() => client.put(`${TEAM}/update`, { id: member, title: "总经理" }));
    const brand: number = await step(() => client.post(`${BRAND}/create`, { name }));
    await step(() => client.delete(`${TEAM}/delete?id=${member}`));
    await step(() => client.delete(`${BRAND}/delete?id=${brand}`));
    const rows = async (query = ""): Promise<Row[]> => {
      const reply = await client.get(`${LOG}/page?operatorId=${operator._id}&${query}`);
      expect(reply.code, reply.msg).to.equal(0);
      return reply.data.list;
    };
    return { client, operator, at, name, member, brand, rows };
  }

  it("create, update, delete actions: who did what to what, with what was before and after", async () => {
    const { rows, at, name, member, brand, operator } = await work();
    const told = await rows();
    expect(told.map(({ module, action, bizId, createTime }) => [module, action, bizId, createTime])).to.deep.equal([
      ["product", "brand.delete", String(brand), at[4]],
      ["website", "team.delete", String(member), at[3]],
      ["product", "brand.create", String(brand), at[2]],
      ["website", "team.update", String(member), at[1]],
      ["website", "team.create", String(member), at[0]],
    ]);
    expect(told.every(({ operatorId, ip }) => operatorId === operator._id && ip === "127.0.0.1")).to.equal(true);
    expect([told[3]!.before, told[3]!.after]).to.deep.equal([{ title: "总监" }, { title: "总经理" }]);
    // What a deletion takes away can be read here, whether its row stayed or not.
    for (const gone of [told[0]!, told[1]!]) expect(gone.before).to.include({ name });
  });

  it("filterable by user, action and time", async () => {
    const { rows, at } = await work();
    const actions = async (query: string): Promise<string[]> => (await rows(query)).map(({ action }) => action);
    expect(await actions("action=team.update")).to.deep.equal(["team.update"]);
    expect(await actions("module=product")).to.deep.equal(["brand.delete", "brand.create"]);
    expect(await actions(`createTime=${at[1]}&createTime=${at[3]}`)).to.deep.equal([
      "team.delete",
      "brand.create",
      "team.update",
    ]);
    expect(await actions(`createTime=${at[4]! + 1}`)).to.deep.equal([]);
    const { client, operator } = await signIn();
    expect((await client.get(`${LOG}/page?operatorId=${operator._id}`)).data).to.deep.equal({ list: [], total: 0 });
  });

  it("CSV export, by the same filters", async () => {
    const { client, operator, member, brand } = await work();
    const linesOf = async (query: string): Promise<string[]> => {
      const reply = await client.get(`${LOG}/export?operatorId=${operator._id}&${query}`);
      expect([reply.status, reply.headers.get("content-type")]).to.deep.equal([200, "text/csv; charset=utf-8"]);
      return reply.text.trim().split("\r\n");
    };
    // Taking the log as a file is itself a row of it.
    const [head, taken, ...all] = await linesOf("");
    expect(taken).to.include("export");
    expect(head).to.include("id,seq,createTime,operatorId,operatorName,memberId,module,action,bizId");
    expect(all).to.have.length(5);
    expect(all[0]).to.include(`,product,brand.delete,${brand},`);
    expect((await linesOf("action=team.create")).slice(1).join()).to.include(`,website,team.create,${member},`);
  });

  it("retained 180 days", async () => {
    // Rows go in the order they were sealed in; those of other tests bear times that their clocks were held at.
    await OperationLogModel.deleteMany({});
    await AuditChainModel.deleteMany({});
    const { at, operator } = await work();
    await sealOperations();
    const left = async (): Promise<string[]> => {
      const { client } = await signIn();
      const reply = await client.get(`${LOG}/page?operatorId=${operator._id}`);
      return reply.data.list.map(({ action }: Row) => action);
    };
    for (const [moment, actions] of [
      [at[0]! + days(180), ["brand.delete", "team.delete", "brand.create", "team.update", "team.create"]],
      [at[1]! + days(180) + 1, ["brand.delete", "team.delete", "brand.create"]],
      [at[4]! + days(180) + 1, []],
    ] as const) {
      heldClock.hold(moment);
      await enqueue(trimOperationsJob, {});
      await runJobs();
      expect(await left()).to.deep.equal(actions);
    }
  });
});

/** Permissions are spelled out: "website:team:*" is create, update, delete and query of it. */
const verbsOf = (all: string): string[] =>
  ["create", "update", "delete", "query", "export"].map((verb) => all.replace("*", verb));
