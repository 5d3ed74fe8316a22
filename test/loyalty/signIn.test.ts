import { expect } from "chai";
import fc from "fast-check";
import { DateTime } from "luxon";
import {
  createSignInRule,
  deleteSignInRule,
  listSignInRules,
  type SignInRecordDoc,
} from "#shared/domains/loyalty/index.js";
import { dateBefore, dateOf, nextDay } from "#shared/domains/loyalty/signIn/signInDay.js";
import { SignInRecordModel } from "#shared/domains/loyalty/signIn/signInRecord.model.js";
import { findMember, MemberModel } from "#shared/domains/member/index.js";
import { days, heldClock } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { pointSum } from "#test/factories/points.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/member/sign-in/record/create";
const SUMMARY = "/app-api/member/sign-in/record/summary";
const PAGE = "/app-api/member/sign-in/record/page";
const beijing = (text: string): Date => DateTime.fromISO(text, { zone: "Asia/Shanghai" }).toJSDate();
/** Tokens are good for a day: the clock moves on within it, so long walks look at rows made beforehand. */
async function signedInBefore(memberId: number, rows: Pick<SignInRecordDoc, "date" | "day" | "streak">[]) {
  for (const row of rows)
    await SignInRecordModel.create([{ _id: -1 - (await SignInRecordModel.countDocuments()), memberId, ...row }]);
}

describe("the daily sign-in", () => {
  const made: number[] = [];
  before(async () => {
    await startService();
    for (const [index, point] of [5, 6, 10].entries())
      made.push(await createSignInRule({ day: index + 1, point, experience: index, status: 0 }));
    // Out of the round: the round is three days long.
    made.push(await createSignInRule({ day: 4, point: 99, experience: 99, status: 1 }));
  });
  after(async () => {
    for (const id of made) await deleteSignInRule(id);
    expect(await listSignInRules()).to.deep.equal([]);
  });
  afterEach(() => heldClock.release());

  it("gives the day's points and experience, and says so", async () => {
    const { member, client } = await buildMember();
    const first = await client.post(CREATE);
    expect(first.code).to.equal(0);
    expect(first.data).to.include({ day: 1, point: 5, experience: 0 });
    expect(Object.keys(first.data)).to.have.members(["id", "day", "point", "experience", "createTime"]);
    expect(await findMember(member._id)).to.include({ point: 5, experience: 0 });
    expect((await client.get(SUMMARY)).data).to.deep.equal({ totalDay: 1, continuousDay: 1, todaySignIn: true });
    const { data } = await client.post("/app-api/member/point/record/page");
    expect(data.list[0]).to.include({ bizType: 1, point: 5, totalPoint: 5, title: "Sign-in" });
  });

  it("is done once a day: the second time is 1004010000", async () => {
    const { member, client } = await buildMember();
    expect((await client.post(CREATE)).code).to.equal(0);
    const again = await client.post(CREATE);
    expect([again.status, again.code, again.data]).to.deep.equal([200, 1004010000, null]);
    expect((await findMember(member._id))!.point).to.equal(5);
  });

  it("twenty taps at once make one row and one gift", async () => {
    const { member, client } = await buildMember();
    const taps = await Promise.all(Array.from({ length: 20 }, () => client.post(CREATE)));
    expect(taps.filter(({ code }) => code === 0)).to.have.length(1);
    expect(taps.filter(({ code }) => code === 1004010000)).to.have.length(19);
    expect(await SignInRecordModel.countDocuments({ memberId: member._id })).to.equal(1);
    expect((await findMember(member._id))!.point).to.equal(5);
    expect(await pointSum(member._id)).to.equal(5);
  });

  it("ends at midnight in Shanghai, wherever the server stands", async () => {
    heldClock.hold(beijing("2031-03-09T23:59:59.999"));
    const { member, client } = await buildMember();
    expect((await client.post(CREATE)).data.day).to.equal(1);
    heldClock.hold(beijing("2031-03-10T00:00:00.000"));
    expect((await client.get(SUMMARY)).data).to.deep.equal({ totalDay: 1, continuousDay: 1, todaySignIn: false });
    expect((await client.post(CREATE)).data).to.include({ day: 2, point: 6, experience: 1 });
    // 23:59 of the same Shanghai day, where UTC has begun no other one.
    heldClock.hold(beijing("2031-03-10T23:59:00.000"));
    expect((await client.post(CREATE)).code).to.equal(1004010000);
    // 08:00 in Shanghai is when UTC's day turns: the same day here.
    const rows = await SignInRecordModel.find({ memberId: member._id }).sort({ date: 1 }).lean();
    expect(rows.map(({ date }) => date)).to.deep.equal(["2031-03-09", "2031-03-10"]);
    expect((await client.get(SUMMARY)).data).to.deep.equal({ totalDay: 2, continuousDay: 2, todaySignIn: true });
  });

  it("begins the round again after its last day, while the days without a gap count on", async () => {
    heldClock.hold(beijing("2031-05-04T12:00:00"));
    const { member, client } = await buildMember();
    await signedInBefore(member._id, [
      { date: "2031-05-01", day: 1, streak: 1 },
      { date: "2031-05-02", day: 2, streak: 2 },
      { date: "2031-05-03", day: 3, streak: 3 },
    ]);
    expect((await client.post(CREATE)).data).to.include({ day: 1, point: 5 });
    expect((await client.get(SUMMARY)).data).to.deep.equal({ totalDay: 4, continuousDay: 4, todaySignIn: true });
  });

  it("starts anew after a missed day", async () => {
    heldClock.hold(beijing("2031-05-04T00:00:00"));
    const { member, client } = await buildMember();
    await signedInBefore(member._id, [
      { date: "2031-05-01", day: 1, streak: 1 },
      { date: "2031-05-02", day: 2, streak: 2 },
    ]);
    expect((await client.get(SUMMARY)).data).to.deep.equal({ totalDay: 2, continuousDay: 0, todaySignIn: false });
    expect((await client.post(CREATE)).data).to.include({ day: 1, point: 5 });
    expect((await client.get(SUMMARY)).data).to.deep.equal({ totalDay: 3, continuousDay: 1, todaySignIn: true });
  });

  it("crosses the end of a year", async () => {
    heldClock.hold(beijing("2032-01-01T00:30:00"));
    const { member, client } = await buildMember();
    await signedInBefore(member._id, [{ date: "2031-12-31", day: 2, streak: 2 }]);
    expect((await client.post(CREATE)).data).to.include({ day: 3, point: 10 });
    expect((await client.get(SUMMARY)).data.continuousDay).to.equal(3);
  });

  it("is not for closed members", async () => {
    const { member, client } = await buildMember();
    await MemberModel.updateOne({ _id: member._id }, { $set: { status: 1 } });
    const reply = await client.post(CREATE);
    expect([reply.status, reply.code]).to.deep.equal([200, 1004003001]);
    expect(await SignInRecordModel.countDocuments({ memberId: member._id })).to.equal(0);
  });

  it("lists the member's own days, and the round for everyone", async () => {
    const { client } = await buildMember();
    await client.post(CREATE);
    const { data } = await client.post(PAGE);
    expect(data.total).to.equal(1);
    expect(data.list[0]).to.include({ day: 1, point: 5 });
    expect((await (await buildMember()).client.post(PAGE)).data.total).to.equal(0);
    expect((await stranger.get("/app-api/member/sign-in/config/list")).data).to.deep.equal([
      { day: 1, point: 5, experience: 0 },
      { day: 2, point: 6, experience: 1 },
      { day: 3, point: 10, experience: 2 },
    ]);
  });

  it("is for members: strangers are 401", async () => {
    expect((await stranger.post(CREATE)).status).to.equal(401);
    expect((await stranger.get(SUMMARY)).status).to.equal(401);
    expect((await stranger.post(PAGE)).status).to.equal(401);
    const { client } = await buildMember();
    expect((await client.post(CREATE, { userId: 1 })).status).to.equal(403);
    expect((await client.post(PAGE, { pageSize: 101 })).status).to.equal(400);
  });
});

describe("the days of the calendar", () => {
  it("a moment belongs to one day, and the day before it ends where it begins", () => {
    const anyMoment = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(anyMoment, (ms) => {
        const date = dateOf(new Date(ms));
        const start = DateTime.fromISO(date, { zone: "Asia/Shanghai" }).startOf("day").toMillis();
        expect(dateOf(new Date(start))).to.equal(date);
        expect(dateOf(new Date(start - 1))).to.equal(dateBefore(date));
        expect(dateBefore(date) < date).to.equal(true);
        expect(ms - start).to.be.within(0, days(1) + 3_600_000);
      }),
    );
  });

  it("the round never leaves its days, and goes up by one or begins anew", () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 1, max: 40 })), fc.integer({ min: 1, max: 31 }), (yesterday, last) => {
        const day = nextDay(yesterday, last);
        expect(day).to.be.within(1, last);
        if (day !== 1) expect(day).to.equal((yesterday ?? 0) + 1);
      }),
    );
    expect(nextDay(8, 0)).to.equal(9);
  });
});
