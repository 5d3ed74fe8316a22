import { expect } from "chai";
import fc from "fast-check";
import { changePoints, eraseLoyalty } from "#shared/domains/loyalty/index.js";
import { ExperienceRecordModel } from "#shared/domains/loyalty/level/experienceRecord.model.js";
import { PointRecordModel } from "#shared/domains/loyalty/points/pointRecord.model.js";
import { SignInRecordModel } from "#shared/domains/loyalty/signIn/signInRecord.model.js";
import { findMember, type MemberDoc } from "#shared/domains/member/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember } from "#test/factories/member.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";
import type { PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";

const PAGE = "/app-api/member/point/record/page";
const change = (memberId: number, points: number, bizType: PointBizType, bizId: number | string) =>
  inTransaction(() => changePoints({ memberId, change: points, bizType, bizId }));
const refusalOf = (outcome: PromiseSettledResult<unknown>): unknown =>
  outcome.status === "rejected" ? (outcome.reason as { code?: number }).code : undefined;
const pointsOf = async (memberId: number): Promise<number> => (await findMember(memberId))!.point;
const accountOf = async (memberId: number): Promise<Pick<MemberDoc, "point" | "pointOwed">> => {
  const { point, pointOwed = 0 } = (await findMember(memberId))!;
  return { point, pointOwed };
};

describe("a member's points", () => {
  before(() => startService());

  it("change by one record each, which says what was there after it", async () => {
    const { member } = await buildMember();
    expect(await change(member._id, 30, 21, 7)).to.equal(true);
    expect(await change(member._id, -12, 11, 8)).to.equal(true);
    const rows = await PointRecordModel.find({ memberId: member._id }).sort({ _id: 1 }).lean();
    expect(rows.map(({ point, totalPoint, bizId }) => [point, totalPoint, bizId])).to.deep.equal([
      [30, 30, "7"],
      [-12, 18, "8"],
    ]);
    expect(await pointsOf(member._id)).to.equal(18);
  });

  it("change once for one cause, however often and however much at once it is told", async () => {
    const { member } = await buildMember();
    const told = await Promise.all(Array.from({ length: 12 }, () => change(member._id, 5, 21, "order-9")));
    expect(told.filter(Boolean)).to.have.length(1);
    expect(await change(member._id, 5, 21, "order-9")).to.equal(false);
    expect(await pointsOf(member._id)).to.equal(5);
    expect(await pointSum(member._id)).to.equal(5);
    // The same order under another kind is another cause.
    expect(await change(member._id, -5, 22, "order-9")).to.equal(true);
    expect(await pointsOf(member._id)).to.equal(0);
  });

  it("are not spent twice: of twenty who want them at once as many get them as there are", async () => {
    const { member } = await buildMember();
    await givePoints(member._id, 35);
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => change(member._id, -10, 11, `rush-${index}`)),
    );
    expect(ends.filter(({ status }) => status === "fulfilled")).to.have.length(3);
    expect(new Set(ends.filter(({ status }) => status === "rejected").map(refusalOf))).to.deep.equal(
      new Set([1004001003]),
    );
    expect(await pointsOf(member._id)).to.equal(5);
    expect(await pointSum(member._id)).to.equal(5);
  });

  it("are short by name, and then nothing is written", async () => {
    const { member } = await buildMember();
    await givePoints(member._id, 9);
    const [end] = await Promise.allSettled([change(member._id, -10, 11, 1)]);
    expect(refusalOf(end)).to.equal(1004001003);
    expect(await PointRecordModel.countDocuments({ memberId: member._id, bizType: 11 })).to.equal(0);
    expect(await pointsOf(member._id)).to.equal(9);
  });

  it("that were given are taken back, and owed where they are spent; what comes later pays that first", async () => {
    const { member, client } = await buildMember();
    await change(member._id, 50, 21, 3);
    await change(member._id, -45, 11, 4);
    expect(await change(member._id, -50, 22, 3)).to.equal(true);
    expect(await change(member._id, -50, 22, 3)).to.equal(false);
    expect(await change(member._id, -1, 23, 5)).to.equal(true);
    expect(await accountOf(member._id)).to.deep.equal({ point: 0, pointOwed: 46 });
    expect((await client.get("/app-api/member/user/get")).data).to.include({ point: 0, pointOwed: 46 });
    const { data } = await client.post(PAGE, { pageNo: 1, pageSize: 10 });
    expect(data.list.slice(0, 2).map(({ point, owed }: any) => [point, owed])).to.deep.equal([
      [0, 1],
      [-5, 45],
    ]);
    await change(member._id, 20, 21, 6);
    expect(await accountOf(member._id)).to.deep.equal({ point: 0, pointOwed: 26 });
    await change(member._id, 30, 1, 7);
    expect(await accountOf(member._id)).to.deep.equal({ point: 4, pointOwed: 0 });
    expect(await pointSum(member._id)).to.equal(4);
  });

  it("in any order of gains, spending and refunds: records add up, nothing is below 0, and a debt has no points beside it", async () => {
    const step = fc.record({
      kind: fc.constantFrom("gain", "spend", "takeBack"),
      points: fc.integer({ min: 1, max: 60 }),
    });
    let cause = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { member } = await buildMember();
        let net = 0;
        for (const { kind, points } of steps) {
          const bizId = `sequence-${cause++}`;
          const signed = kind === "gain" ? points : -points;
          const [end] = await Promise.allSettled([
            change(member._id, signed, kind === "gain" ? 21 : kind === "spend" ? 11 : 22, bizId),
          ]);
          const { point, pointOwed = 0 } = await accountOf(member._id);
          if (end.status === "fulfilled") net += signed;
          else expect([kind, refusalOf(end)]).to.deep.equal(["spend", 1004001003]);
          expect(point).to.be.at.least(0);
          expect(pointOwed).to.be.at.least(0);
          expect(point * pointOwed).to.equal(0);
          expect(point - pointOwed).to.equal(net);
        }
        const rows = await PointRecordModel.find({ memberId: member._id }).lean();
        const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
        expect([sum((row) => row.point), sum((row) => row.owed ?? 0)]).to.deep.equal([
          Math.max(net, 0),
          Math.max(-net, 0),
        ]);
      }),
      { numRuns: 12 },
    );
  });

  it("twenty who give and take back at once lose nothing", async () => {
    const { member } = await buildMember();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? change(member._id, 7, 21, `both-${index}`) : change(member._id, -9, 22, `both-${index}`),
      ),
    );
    expect(await accountOf(member._id)).to.deep.equal({ point: 0, pointOwed: 20 });
  });

  it("and what is owed end with the account", async () => {
    const { member } = await buildMember();
    await change(member._id, -12, 22, "gone");
    await inTransaction(() => eraseLoyalty(member._id));
    expect(await accountOf(member._id)).to.deep.equal({ point: 0, pointOwed: 0 });
    const rows = await PointRecordModel.find({ memberId: member._id }).lean();
    expect(rows.reduce((sum, { owed = 0 }) => sum + owed, 0)).to.equal(0);
  });

  it("of someone who is not there: 1004001000 for who asks, nothing for what follows from an order", async () => {
    const nobody = 99_999_999;
    for (const bizType of [1, 2, 11] as const) {
      const [end] = await Promise.allSettled([change(nobody, bizType === 11 ? -1 : 1, bizType, 1)]);
      expect(refusalOf(end), String(bizType)).to.equal(1004001000);
    }
    for (const [bizType, points] of [
      [12, 1],
      [21, 1],
      [22, -1],
    ] as const)
      expect(await change(nobody, points, bizType, 1)).to.equal(false);
    expect(await PointRecordModel.countDocuments({ memberId: nobody })).to.equal(0);
  });

  it("vanish with the transaction that changed them, and never change outside one", async () => {
    const { member } = await buildMember();
    const undone = inTransaction(async () => {
      await changePoints({ memberId: member._id, change: 5, bizType: 21, bizId: 1 });
      throw new Error("no order after all");
    });
    expect((await Promise.allSettled([undone]))[0].status).to.equal("rejected");
    expect(await pointsOf(member._id)).to.equal(0);
    const outside = changePoints({ memberId: member._id, change: 5, bizType: 21, bizId: 1 });
    expect((await Promise.allSettled([outside]))[0].status).to.equal("rejected");
    const writes = await writesDuring(() => change(member._id, 5, 21, 1));
    const strays = writes.filter(({ collection, inTransaction: within }) => !within && collection !== "counters");
    expect(strays).to.deep.equal([]);
  });

  it("are the sum of their records and never below 0, whatever happens in whatever order", async () => {
    const step = fc.record({
      bizType: fc.constantFrom<PointBizType>(2, 11, 12, 21, 22, 23),
      points: fc.integer({ min: 1, max: 40 }),
      bizId: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { member } = await buildMember();
        for (const { bizType, points, bizId } of steps) {
          const signed = [11, 22, 23].includes(bizType) ? -points : points;
          await change(member._id, signed, bizType, bizId).catch((error: { code?: number }) => {
            if (error.code !== 1004001003) throw error;
          });
          const now = await pointsOf(member._id);
          expect(now).to.be.at.least(0);
          expect(await pointSum(member._id)).to.equal(now);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("go with the account, and so do experience, level and sign-in days; twice is harmless", async () => {
    const { member, client } = await buildMember({ experience: 70 });
    await givePoints(member._id, 12);
    expect((await client.post("/app-api/member/sign-in/record/create")).code).to.equal(0);
    for (let run = 0; run < 2; run++) await inTransaction(() => eraseLoyalty(member._id));
    expect(await findMember(member._id)).to.include({ point: 0, experience: 0, levelId: null });
    expect(await pointSum(member._id)).to.equal(0);
    expect(await ExperienceRecordModel.countDocuments({ memberId: member._id, bizType: 31 })).to.equal(1);
    expect(await SignInRecordModel.countDocuments({ memberId: member._id })).to.equal(0);
  });
});

describe(`POST ${PAGE}`, () => {
  before(() => startService());

  it("shows the member's own changes, newest first, named in the reader's language", async () => {
    const { member, client } = await buildMember();
    await change(member._id, 30, 21, 7);
    await change(member._id, -10, 11, 8);
    await givePoints((await buildMember()).member._id, 99);
    const { code, data } = await client.post(PAGE, { pageNo: 1, pageSize: 10 });
    expect(code).to.equal(0);
    expect(data.total).to.equal(2);
    expect(data.list[0]).to.include({ bizType: 11, point: -10, totalPoint: 20, title: "Used for an order" });
    expect(data.list[1]).to.include({ bizType: 21, point: 30, totalPoint: 30, description: "" });
    expect(Object.keys(data.list[0])).to.have.members([
      "id",
      "title",
      "description",
      "bizType",
      "point",
      "owed",
      "totalPoint",
      "createTime",
    ]);
    const chinese = await client.with({ "accept-language": "zh" }).post(PAGE);
    expect(chinese.data.list[1].title).to.equal("订单积分奖励");
    expect((await client.get("/app-api/member/user/get")).data.point).to.equal(20);
  });

  it("tells what came from what went, and takes a span of time", async () => {
    const { member, client } = await buildMember();
    await change(member._id, 30, 21, 7);
    await change(member._id, -10, 11, 8);
    const totals = async (body: object): Promise<number[]> => {
      const { data } = await client.post(PAGE, body);
      return data.list.map(({ point }: { point: number }) => point);
    };
    expect(await totals({ addStatus: true })).to.deep.equal([30]);
    expect(await totals({ addStatus: false })).to.deep.equal([-10]);
    expect(await totals({ addStatus: null })).to.deep.equal([-10, 30]);
    const { data } = await client.post(PAGE);
    const at = data.list[0].createTime as number;
    expect(await totals({ createTime: [at + 1, at + 2] })).to.deep.equal([]);
    expect((await totals({ createTime: [at, at] })).length).to.be.at.least(1);
    expect(await totals({ pageSize: 1, pageNo: 2 })).to.deep.equal([30]);
  });

  it("is for members, and takes what it says", async () => {
    expect((await stranger.post(PAGE)).status).to.equal(401);
    const { client } = await buildMember();
    for (const [body, field] of [
      [{ addStatus: "yes" }, "addStatus"],
      [{ addStatus: { $gt: "" } }, "addStatus"],
      [{ createTime: { $gt: "" } }, "createTime"],
      [{ pageNo: 0 }, "pageNo"],
      [{ pageSize: 101 }, "pageSize"],
    ] as const) {
      const reply = await client.post(PAGE, body);
      expect(reply.status, JSON.stringify(body)).to.equal(400);
      expect(reply.msg).to.match(new RegExp(`^${field}`));
    }
    expect((await client.post(PAGE, { userId: 1 })).status).to.equal(403);
  });
});
