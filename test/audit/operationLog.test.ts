import { expect } from "chai";
import { operateTypes } from "#scripts/migrate/steps/0008-operateTypes.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, heldClock } from "#shared/kernel/time/clock.js";
import { nextId, nextIds } from "#shared/kernel/mongo/ids.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const PAGE = "/admin-api/system/operate-log/page";
const EXPORT = "/admin-api/system/operate-log/export";
const ACTIONS = "/admin-api/system/operate-log/actions";

describe("the audit log for operators", () => {
  before(startService);
  afterEach(() => heldClock.release());

  it("is read with its permissions alone", async () => {
    const { client: member } = await buildMember();
    const { client: reader } = await buildOperator(["system:operate-log:query"]);
    const { client: other } = await buildOperator(["trade:order:query"]);
    for (const path of [PAGE, ACTIONS, EXPORT]) {
      expect((await stranger.get(path)).status).to.equal(401);
      expect((await member.get(path)).status).to.equal(401);
      expect((await other.get(path)).status).to.equal(403);
    }
    expect((await reader.get(PAGE)).status).to.equal(200);
    expect((await reader.get(EXPORT)).status).to.equal(403);
  });

  it("is filtered by operator, member, module, action, what it is about, and time; newest first", async () => {
    const module = `filter-${await nextId("orders")}`;
    heldClock.hold();
    const rows: { action: string; bizId: string; at: number }[] = [];
    for (const [action, bizId] of [
      ["create", "1"],
      ["update", "1"],
      ["delete", "2"],
    ] as const) {
      await recordOperation({ module, action, bizId, before: { n: 1 }, after: { n: 2 } });
      rows.push({ action, bizId, at: clock.ms() });
      heldClock.advance(1_000);
    }
    await OperationLogModel.updateOne({ module, action: "create" }, { $set: { operatorId: 900_001 } });
    await OperationLogModel.updateOne({ module, action: "update" }, { $set: { memberId: 900_002 } });
    const { client } = await buildOperator(["system:operate-log:query"]);
    const actions = async (query: string): Promise<string[]> =>
      (await client.get(`${PAGE}?module=${module}&${query}`)).data.list.map(({ action }: { action: string }) => action);
    expect(await actions("")).to.deep.equal(["delete", "update", "create"]);
    expect(await actions("action=update")).to.deep.equal(["update"]);
    expect(await actions("bizId=1")).to.deep.equal(["update", "create"]);
    expect(await actions("operatorId=900001")).to.deep.equal(["create"]);
    expect(await actions("memberId=900002")).to.deep.equal(["update"]);
    expect(await actions(`createTime=${rows[0]!.at}&createTime=${rows[1]!.at}`)).to.deep.equal(["update", "create"]);
    expect(await actions("pageSize=1&pageNo=2")).to.deep.equal(["update"]);
    const { list, total } = (await client.get(`${PAGE}?module=${module}&pageSize=1`)).data;
    expect(total).to.equal(3);
    expect(list[0]).to.deep.include({
      before: { n: 1 },
      after: { n: 2 },
      bizId: "2",
      operatorId: null,
      memberId: null,
    });
    for (const query of ["operatorId=x", "createTime=2&createTime=1", "pageSize=101"])
      expect((await client.get(`${PAGE}?${query}`)).status, query).to.equal(400);
  });

  it("tells creating, updating and deleting from the rest, in rows, search and file; also of rows from before", async () => {
    const module = `types-${await nextId("orders")}`;
    const byType: Record<number, string[]> = {
      1: ["brand.create", "license.issue", "file.upload"],
      2: ["brand.update", "spu.update-status", "couponTemplate.updateStatus", "config.save", "user.reset-password"],
      3: ["brand.delete", "device.remove", "dead-letter.discard-all"],
      4: ["order.export", "agree", "live-base-info.start", "wallet.refund", "queue.board"],
    };
    for (const action of Object.values(byType).flat()) await recordOperation({ module, action, bizId: 1 });
    await OperationLogModel.updateMany({ module }, { $unset: { operateType: "" } });
    await operateTypes.up?.();
    const { client } = await buildOperator(["system:operate-log:query", "system:operate-log:export"]);
    for (const [type, actions] of Object.entries(byType)) {
      const { list, total } = (await client.get(`${PAGE}?module=${module}&operateType=${type}`)).data;
      expect(total).to.equal(actions.length);
      for (const row of list)
        expect([row.operateType, actions.includes(row.action)]).to.deep.equal([Number(type), true]);
      const file = (await client.get(`${EXPORT}?module=${module}&operateType=${type}`)).text.trim().split("\r\n");
      expect(file).to.have.length(actions.length + 1);
      expect(file[0]).to.match(/,operateType$/);
    }
    expect((await client.get(`${PAGE}?operateType=5`)).msg).to.match(/^operateType/);
  });

  it("says who took it as a file, and what of it", async () => {
    const { client, operator } = await buildOperator(["system:operate-log:export"]);
    await recordOperation({ module: "taken", action: "a.create", bizId: 1 });
    await client.get(`${EXPORT}?module=taken&operateType=1`);
    const rows = await OperationLogModel.find({ operatorId: operator._id, action: "operate-log.export" }).lean();
    expect(rows).to.have.length(1);
    expect(rows[0]).to.deep.include({
      module: "system",
      operateType: 4,
      after: { search: { module: "taken", operateType: 1 }, rows: 1 },
    });
    await client.get(`${EXPORT}?operateType=x`);
    expect(await OperationLogModel.countDocuments({ operatorId: operator._id })).to.equal(1);
  });

  it("names who it was: operators and members, and none who is gone", async () => {
    const module = `names-${await nextId("orders")}`;
    const rights = ["system:operate-log:query", "system:operate-log:export"];
    const { client, operator } = await buildOperator(rights, { nickname: "Ada" });
    const { member } = await buildMember({ nickname: "Lin" });
    for (const action of ["gone", "member", "operator"]) await recordOperation({ module, action, bizId: 1 });
    await OperationLogModel.updateOne({ module, action: "operator" }, { $set: { operatorId: operator._id } });
    await OperationLogModel.updateOne({ module, action: "member" }, { $set: { memberId: member._id } });
    await OperationLogModel.updateOne({ module, action: "gone" }, { $set: { operatorId: 900_003 } });
    const { list } = (await client.get(`${PAGE}?module=${module}`)).data as {
      list: { action: string; operatorName: string | null; user: { nickname: string } | null }[];
    };
    const named = Object.fromEntries(list.map((row) => [row.action, [row.operatorName, row.user?.nickname ?? null]]));
    expect(named).to.deep.equal({ operator: ["Ada", null], member: [null, "Lin"], gone: [null, null] });
    const lines = (await client.get(`${EXPORT}?module=${module}`)).text.trim().split("\r\n").slice(1);
    const inFile = lines.map((line) => line.split(",")).map((cells) => [cells[7], cells[4]]);
    expect(Object.fromEntries(inFile)).to.deep.equal({ operator: "Ada", member: "", gone: "" });
  });

  it("tells which modules and actions it has rows of, each once and in order", async () => {
    const module = `named-${await nextId("orders")}`;
    for (const action of ["b.update", "a.create", "b.update"]) await recordOperation({ module, action, bizId: 1 });
    const { client } = await buildOperator(["system:operate-log:query"]);
    const modules = (await client.get(ACTIONS)).data as { module: string; actions: string[] }[];
    expect(modules.filter((one) => one.module === module)).to.deep.equal([
      { module, actions: ["a.create", "b.update"] },
    ]);
    expect(modules.map((one) => one.module)).to.deep.equal([...new Set(modules.map((one) => one.module))].sort());
  });

  it("is exported as CSV that a spreadsheet opens without running it", async () => {
    const module = `csv-${await nextId("orders")}`;
    const nasty = ["=1+1", "+1", "-1", "@A1", "\tx", "\rx", 'a,"b"', "中文"];
    for (const bizId of nasty) await recordOperation({ module, action: "test", bizId });
    const { token } = await buildOperator(["system:operate-log:export"]);
    const { url } = await startService();
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${url}${EXPORT}?module=${module}`, { headers });
    expect(reply.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
    expect(reply.headers.get("content-disposition")).to.equal('attachment; filename="system-operate-log.csv"');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).to.deep.equal([0xef, 0xbb, 0xbf]);
    const text = bytes.toString("utf8").slice(1);
    expect(text.split("\r\n")[0]).to.match(/^id,seq,createTime,operatorId,operatorName,memberId,module,action,bizId,/);
    for (const bizId of nasty.slice(0, 5)) expect(text, JSON.stringify(bizId)).to.contain(`'${bizId}`);
    expect(text).to.contain('"a,""b"""').and.to.contain("中文");
    expect(text.split("\r\n").filter(Boolean)).to.have.length(nasty.length + 1);
  });

  it("is exported whole and in order where more rows are of one moment than are read at once", async () => {
    const module = `long-${await nextId("orders")}`;
    const rowsAt = (createTime: string, count: number): object[] =>
      Array.from({ length: count }, () => ({
        module,
        action: "test",
        operateType: 4,
        createdAt: new Date(createTime),
      }));
    const rows = [
      ...rowsAt("2026-01-01T00:00:00.001Z", 300),
      ...rowsAt("2026-01-02T00:00:00.000Z", 1_300),
      ...rowsAt("2026-01-02T00:00:00.001Z", 499),
      ...rowsAt("2026-01-03T00:00:00.000Z", 1),
    ];
    const ids = await nextIds("operationLogs", rows.length);
    await OperationLogModel.insertMany(
      rows.map((row, at) => ({ ...row, _id: ids[at], bizId: "1", requestId: module })),
    );
    const { client } = await buildOperator(["system:operate-log:query", "system:operate-log:export"]);
    const idsIn = async (search: string): Promise<number[]> => {
      const { text } = await client.get(`${EXPORT}?module=${module}${search}`);
      return text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => Number(line.split(",")[0]));
    };
    expect(await idsIn("")).to.deep.equal(ids.toReversed());
    const [from, until] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"].map((at) => Date.parse(at));
    const firstTwoDays = `&createTime=${from}&createTime=${until}`;
    expect(await idsIn(firstTwoDays)).to.deep.equal(ids.slice(0, 1_600).toReversed());
  });

  it("holds what members do to their own sign-in, without what must not be read", async () => {
    const { client, member } = await buildMember();
    const devices = (await client.get("/app-api/member/device/list")).data as { id: number }[];
    expect(devices).to.have.length(1);
    await client.post("/app-api/member/device/remove", { id: devices[0]!.id });
    const rows = await OperationLogModel.find({ memberId: member._id }).lean();
    expect(rows.map(({ module, action, bizId }) => [module, action, bizId])).to.deep.equal([
      ["member", "device.remove", String(devices[0]!.id)],
    ]);
  });
});
