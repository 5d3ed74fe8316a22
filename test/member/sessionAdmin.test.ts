import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger } from "#test/support/client.js";

const list = "/admin-api/system/session/list";
const remove = "/admin-api/system/session/delete";

describe("a member's sessions, for operators", () => {
  it("are shown newest first, and only those that are alive", async () => {
    const { client } = await buildOperator(["system:session:query"]);
    const { member, client: own } = await buildMember();
    const second = await signInMember(member._id);
    const third = await signInMember(member._id);
    await clientWith(second.accessToken).post("/app-api/member/auth/logout");
    const { code, data } = await client.get(`${list}?userId=${member._id}`);
    expect(code).to.equal(0);
    const first = (await own.get("/app-api/member/device/list")).data.find((row: { current: boolean }) => row.current);
    expect(data.map(({ id }: { id: number }) => id)).to.deep.equal([third.sessionId, first.id]);
    expect(data[1]).to.deep.equal({
      id: first.id,
      userId: member._id,
      deviceName: first.deviceName,
      terminal: 0,
      ip: first.ip,
      userAgent: first.userAgent,
      loginTime: first.loginTime,
      lastActiveTime: first.lastActiveTime,
    });
    expect((await client.get(`${list}?userId=99999999`)).data).to.deep.equal([]);
  });

  it("end at once, refresh token included, with an audit row; a second time there is none", async () => {
    const { client, operator } = await buildOperator(["system:session:delete"]);
    const { member, client: own } = await buildMember();
    const { sessionId: id, accessToken, refreshToken } = await signInMember(member._id);
    const other = clientWith(accessToken);
    expect(await other.get("/app-api/member/user/get")).to.include({ code: 0 });
    expect(await client.delete(`${remove}?id=${id}`)).to.include({ status: 200, code: 0, data: true });
    expect(await other.get("/app-api/member/user/get")).to.include({ status: 401 });
    expect(await stranger.post("/app-api/member/auth/refresh-token", { refreshToken })).to.include({ code: 4010 });
    expect(await own.get("/app-api/member/user/get")).to.include({ code: 0 });
    const row = await OperationLogModel.findOne({ module: "session", bizId: String(id) }).lean();
    expect(row).to.include({ action: "end", operatorId: operator._id });
    expect(row!.before).to.include({ ownerId: member._id });
    for (const gone of [id, 99_999_999])
      expect(await client.delete(`${remove}?id=${gone}`)).to.include({ status: 200, code: 1004005000, data: false });
    expect(await OperationLogModel.countDocuments({ module: "session", bizId: String(id) })).to.equal(1);
  });

  it("do not include operators' own", async () => {
    const { client } = await buildOperator();
    const { client: other, operator } = await buildOperator();
    const { data } = await client.get(`${list}?userId=${operator._id}`);
    const theirs = await import("#shared/kernel/security/sessions.js").then(({ listSessions }) =>
      listSessions("operator", operator._id),
    );
    expect(data.map(({ id }: { id: number }) => id)).not.to.include(theirs[0]!._id);
    expect(await client.delete(`${remove}?id=${theirs[0]!._id}`)).to.include({ code: 1004005000 });
    expect(await other.get("/admin-api/system/auth/get-permission-info")).to.include({ code: 0 });
  });

  it("are for operators who may: 401, then 403, then 400", async () => {
    const { client: member } = await buildMember();
    const { client: nobody } = await buildOperator(["trade:order:query"]);
    const { client } = await buildOperator();
    for (const [caller, status] of [
      [stranger, 401],
      [member, 401],
      [nobody, 403],
      [client, 400],
    ] as const) {
      expect((await caller.get(`${list}?userId=x`)).status).to.equal(status);
      expect((await caller.delete(`${remove}?id=x`)).status).to.equal(status);
    }
    expect((await client.get(list)).msg).to.match(/^userId/);
    expect((await client.delete(remove)).msg).to.match(/^id/);
  });
});
