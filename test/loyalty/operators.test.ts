import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { ExperienceRecordModel } from "#shared/domains/loyalty/level/experienceRecord.model.js";
import { LevelRecordModel } from "#shared/domains/loyalty/level/levelRecord.model.js";
import { PointRecordModel } from "#shared/domains/loyalty/points/pointRecord.model.js";
import { findMember } from "#shared/domains/member/index.js";
import { buildLevel, removeLevels } from "#test/factories/level.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { call, stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const USER = "/admin-api/member/user";
const UPDATE = `${USER}/update`;
const LEVEL = `${USER}/update-level`;
const POINT = `${USER}/update-point`;
const audits = (action: string, bizId: number) =>
  OperationLogModel.find({ action, bizId: String(bizId) })
    .sort({ _id: 1 })
    .lean();

describe("operators of members", () => {
  let client: Client;
  before(async () => {
    await startService();
    ({ client } = await buildOperator([
      "member:user:query",
      "member:user:update",
      "member:user:update-level",
      "member:user:update-point",
    ]));
  });

  it("need the permission of each endpoint: 401, 403, then 400", async () => {
    const nobody = await buildOperator(["trade:order:query"]);
    const { client: member } = await buildMember();
    const calls: ((who: Client) => Promise<{ status: number }>)[] = [
      (who) => who.get(`${USER}/page`),
      (who) => who.get(`${USER}/get`),
      (who) => who.put(UPDATE),
      (who) => who.put(LEVEL),
      (who) => who.put(POINT),
      (who) => who.get("/admin-api/member/point/record/page?pageNo=0"),
      (who) => who.get("/admin-api/member/experience-record/page?pageNo=0"),
      (who) => who.get("/admin-api/member/level-record/page?pageNo=0"),
      (who) => who.get("/admin-api/member/sign-in/record/page?pageNo=0"),
    ];
    for (const [index, make] of calls.entries()) {
      expect((await make(stranger)).status, String(index)).to.equal(401);
      expect((await make(member)).status, String(index)).to.equal(401);
      expect((await make(nobody.client)).status, String(index)).to.equal(403);
    }
    const everything = await buildOperator();
    for (const [index, make] of calls.slice(1).entries())
      expect((await make(everything.client)).status, String(index)).to.equal(400);
  });

  it("find members by mobile, nickname, status, level and time", async () => {
    const level = await buildLevel();
    const { member } = await buildMember({ nickname: "A.b* Tea", levelId: level._id });
    const found = async (query: string): Promise<number[]> => {
      const { code, data, msg } = await client.get(`${USER}/page?${query}`);
      expect(code, msg).to.equal(0);
      return data.list.map(({ id }: { id: number }) => id);
    };
    const mobile = member.mobile!;
    expect(await found(`mobile=${mobile}`)).to.deep.equal([member._id]);
    expect(await found(`mobile=${mobile.slice(0, 9)}&levelId=${level._id}`)).to.deep.equal([member._id]);
    expect(await found(`mobile=${mobile.slice(1, 9)}&levelId=${level._id}`)).to.deep.equal([]);
    expect(await found(`nickname=${encodeURIComponent("a.B* t")}`)).to.deep.equal([member._id]);
    expect(await found(`nickname=${encodeURIComponent("A.*x")}`)).to.deep.equal([]);
    const changed = await client.put(`${USER}/update`, { id: member._id, nickname: "龍井小王 Lumen" });
    expect(changed).to.include({ code: 0 });
    for (const part of ["umen", "lj", "xiaowang", "龙井"])
      expect(await found(`levelId=${level._id}&nickname=${encodeURIComponent(part)}`), part).to.deep.equal([
        member._id,
      ]);
    expect(await found(`nickname=${encodeURIComponent("b tea")}&levelId=${level._id}`)).to.deep.equal([]);
    expect(await found(`levelId=${level._id}&status=1`)).to.deep.equal([]);
    const at = member.createdAt.getTime();
    expect(await found(`levelId=${level._id}&createTime=${at}&createTime=${at}`)).to.deep.equal([member._id]);
    expect(await found(`levelId=${level._id}&createTime=${at + 1}`)).to.deep.equal([]);
    expect(await found(`levelId=${level._id}&loginDate=0`)).to.deep.equal([member._id]);
    expect((await found("pageSize=1")).length).to.equal(1);
    expect((await client.get(`${USER}/page?mobile=abc`)).status).to.equal(400);
    expect((await client.get(`${USER}/page?createTime=soon`)).status).to.equal(400);
    await removeLevels(level);
  });

  it("see one member; an absent one is 1004001000", async () => {
    const { member } = await buildMember({ point: 4 });
    const { data } = await client.get(`${USER}/get?id=${member._id}`);
    expect(data).to.include({
      id: member._id,
      mobile: member.mobile,
      nickname: member.nickname,
      status: 0,
      point: 4,
      levelId: null,
      levelName: null,
      createTime: member.createdAt.getTime(),
    });
    expect(data).not.to.have.property("passwordHash");
    expect((await client.get(`${USER}/get?id=99999999`)).code).to.equal(1004001000);
  });

  it("change a member, sending back what get gave, with an audit row", async () => {
    const { member, client: own } = await buildMember();
    const { data: shown } = await client.get(`${USER}/get?id=${member._id}`);
    const mobile = freshMobile();
    const reply = await client.put(UPDATE, { ...shown, nickname: "Renamed", sex: 2, mobile });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    expect(await findMember(member._id)).to.include({ nickname: "Renamed", sex: 2, mobile, status: 0 });
    // With another mobile they sign in anew, wherever they were.
    expect(await own.get("/app-api/member/user/get")).to.include({ status: 401 });
    const [row] = await audits("user.update", member._id);
    expect(row).to.include({ module: "member" });
    expect(row!.before).to.include({ nickname: member.nickname, mobile: member.mobile });
    expect(row!.after).to.include({ nickname: "Renamed", mobile });
  });

  it("cannot give a mobile to two, nor change who is not there", async () => {
    const { member } = await buildMember();
    const { member: other } = await buildMember();
    const taken = await client.put(UPDATE, { id: member._id, nickname: "Never", mobile: other.mobile });
    expect([taken.status, taken.code, taken.data]).to.deep.equal([200, 1004001002, false]);
    expect((await findMember(member._id))!.nickname).to.equal(member.nickname);
    expect(await audits("user.update", member._id)).to.deep.equal([]);
    expect((await client.put(UPDATE, { id: 99_999_999, status: 1 })).code).to.equal(1004001000);
  });

  it("who close a member end all sessions at once; opened again, the member signs in again", async () => {
    const { member, client: own, refreshToken } = await buildMember();
    expect((await own.get("/app-api/member/user/get")).code).to.equal(0);
    expect((await client.put(UPDATE, { id: member._id, status: 1 })).data).to.equal(true);
    expect((await own.get("/app-api/member/user/get")).status).to.equal(401);
    expect((await own.post("/app-api/member/sign-in/record/create")).status).to.equal(401);
    const refreshed = await call("POST", "/app-api/member/auth/refresh-token", { refreshToken });
    expect(refreshed.code).to.equal(4010);
    const signIn = () => call("POST", "/app-api/member/auth/dev-login", { mobile: member.mobile });
    expect((await signIn()).code).to.equal(1004003001);
    expect((await client.put(UPDATE, { id: member._id, status: 0 })).data).to.equal(true);
    expect((await own.get("/app-api/member/user/get")).status).to.equal(401);
    expect((await signIn()).code).to.equal(0);
  });

  it("set a level: the experience becomes its threshold, with its records; null takes it away", async () => {
    const level = await buildLevel({ name: "By hand" });
    const { member, client: own } = await buildMember({ experience: 12 });
    const id = member._id;
    for (let tap = 0; tap < 2; tap++)
      expect((await client.put(LEVEL, { id, levelId: level._id, reason: "Good friend" })).data).to.equal(true);
    expect(await findMember(id)).to.include({ levelId: level._id, experience: level.experience });
    expect((await own.get("/app-api/member/user/get")).data.level).to.include({ id: level._id, name: "By hand" });
    expect((await client.put(LEVEL, { id, levelId: null, reason: "A mistake" })).data).to.equal(true);
    expect(await findMember(id)).to.include({ levelId: null, experience: 0 });
    const experience = await ExperienceRecordModel.find({ memberId: id }).sort({ _id: 1 }).lean();
    expect(experience.map((row) => [row.bizType, row.experience, row.description])).to.deep.equal([
      [0, level.experience - 12, "Good friend"],
      [0, -level.experience, "A mistake"],
    ]);
    const records = await LevelRecordModel.find({ memberId: id }).sort({ _id: 1 }).lean();
    expect(records.map(({ levelId, reason }) => [levelId, reason])).to.deep.equal([
      [level._id, "Good friend"],
      [null, "A mistake"],
    ]);
    const audited = await audits("user.updateLevel", id);
    expect(audited).to.have.length(2);
    expect(audited[0]!.before).to.deep.equal({ levelId: null, experience: 12 });
    expect(audited[0]!.after).to.include({ levelId: level._id, reason: "Good friend" });
    const reader = await buildOperator(["member:level-record:query", "member:experience-record:query"]);
    const levels = await reader.client.get(`/admin-api/member/level-record/page?userId=${id}`);
    expect(levels.data.total).to.equal(2);
    expect(levels.data.list[1]).to.include({ userId: id, levelId: level._id, userExperience: level.experience });
    const rows = await reader.client.get(`/admin-api/member/experience-record/page?userId=${id}`);
    expect(rows.data.list[0]).to.include({ userId: id, experience: -level.experience, totalExperience: 0 });
    await removeLevels(level);
  });

  it("cannot set a level that is not there, to nobody, or without a reason", async () => {
    const { member } = await buildMember();
    const put = (body: object) => client.put(LEVEL, body);
    expect((await put({ id: member._id, levelId: 99_999_999, reason: "x" })).code).to.equal(1004011000);
    expect((await put({ id: 99_999_999, levelId: null, reason: "x" })).code).to.equal(1004001000);
    for (const [body, field] of [
      [{ id: member._id, levelId: 1 }, "reason"],
      [{ id: member._id, levelId: 1, reason: " " }, "reason"],
      [{ id: member._id, levelId: { $gt: "" }, reason: "x" }, "levelId"],
      [{ id: { $gt: "" }, levelId: 1, reason: "x" }, "id"],
    ] as const) {
      const reply = await put(body);
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(body)).to.deep.equal([400, field]);
    }
  });

  it("add points and take some, each time with a record and an audit row", async () => {
    const { member, client: own } = await buildMember();
    const id = member._id;
    expect((await client.put(POINT, { id, point: 50, reason: "Goodwill" })).data).to.equal(true);
    expect((await client.put(POINT, { id, point: -20 })).data).to.equal(true);
    expect((await own.get("/app-api/member/user/get")).data.point).to.equal(30);
    expect(await pointSum(id)).to.equal(30);
    const { data } = await own.post("/app-api/member/point/record/page");
    expect(data.list[1]).to.include({ bizType: 2, point: 50, description: "Goodwill", title: "Changed by the shop" });
    const audited = await audits("user.updatePoint", id);
    expect(audited.map(({ before, after }) => [before, after])).to.deep.equal([
      [{ point: 0 }, { point: 50, change: 50, reason: "Goodwill" }],
      [{ point: 50 }, { point: 30, change: -20, reason: null }],
    ]);
    const reader = await buildOperator(["member:point-record:query"]);
    const page = "/admin-api/member/point/record/page";
    const all = await reader.client.get(`${page}?userId=${id}`);
    expect(all.data.total).to.equal(2);
    expect(all.data.list[0]).to.include({ userId: id, point: -20, totalPoint: 30 });
    expect((await reader.client.get(`${page}?userId=${id}&addStatus=true`)).data.total).to.equal(1);
    expect((await reader.client.get(`${page}?userId=${id}&bizType=21`)).data.total).to.equal(0);
    expect((await reader.client.get(page)).data.total).to.be.at.least(2);
  });

  it("never take more points than there are, and twenty at once take what is there", async () => {
    const { member } = await buildMember();
    const id = member._id;
    await givePoints(id, 30);
    const short = await client.put(POINT, { id, point: -31, reason: "Too many" });
    expect([short.status, short.code, short.data]).to.deep.equal([200, 1004001003, false]);
    const ends = await Promise.all(Array.from({ length: 20 }, () => client.put(POINT, { id, point: -10 })));
    expect(ends.filter(({ code }) => code === 0)).to.have.length(3);
    expect(ends.filter(({ code }) => code === 1004001003)).to.have.length(17);
    expect((await findMember(id))!.point).to.equal(0);
    expect(await pointSum(id)).to.equal(0);
    expect((await client.put(POINT, { id: 99_999_999, point: 1 })).code).to.equal(1004001000);
  });

  it("who tap twice under one Idempotency-Key change points once", async () => {
    const { member } = await buildMember();
    const tapped = client.with({ "idempotency-key": `points-${member._id}` });
    const body = { id: member._id, point: 5, reason: "Once" };
    expect((await tapped.put(POINT, body)).data).to.equal(true);
    expect((await tapped.put(POINT, body)).data).to.equal(true);
    expect((await tapped.put(POINT, { ...body, point: 6 })).status).to.equal(422);
    expect(await PointRecordModel.countDocuments({ memberId: member._id })).to.equal(1);
  });

  it("must say how many points: 0, halves and texts are 400", async () => {
    for (const point of [0, 1.5, "5", null, undefined, { $gt: "" }]) {
      const reply = await client.put(POINT, { id: 1, point });
      expect([reply.status, reply.msg.split(":")[0]], String(point)).to.deep.equal([400, "point"]);
    }
    for (const [body, field] of [
      [{ id: 1, mobile: "12345" }, "mobile"],
      [{ id: 1, sex: 4 }, "sex"],
      [{ id: 1, status: 2 }, "status"],
      [{ id: 1, nickname: { $gt: "" } }, "nickname"],
      [{ id: 1, avatar: { $gt: "" } }, "avatar"],
    ] as const) {
      const reply = await client.put(UPDATE, body);
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(body)).to.deep.equal([400, field]);
    }
  });
});
