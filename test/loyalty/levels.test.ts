import { expect } from "chai";
import fc from "fast-check";
import { changeExperience, createLevel, vipPercentOf } from "#shared/domains/loyalty/index.js";
import { levelFor } from "#shared/domains/loyalty/level/levelRule.js";
import { welcomeMember } from "#shared/domains/loyalty/worker.js";
import { ExperienceRecordModel } from "#shared/domains/loyalty/level/experienceRecord.model.js";
import { LevelRecordModel } from "#shared/domains/loyalty/level/levelRecord.model.js";
import { findMember, type MemberLevelDoc } from "#shared/domains/member/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildLevel, removeLevels } from "#test/factories/level.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import type { ExperienceBizType } from "#shared/domains/loyalty/loyalty.codes.js";

const change = (memberId: number, experience: number, bizType: ExperienceBizType, bizId: number | string) =>
  inTransaction(() => changeExperience({ memberId, change: experience, bizType, bizId }));

/** Thresholds high enough that no other test's member meets them. */
const SILVER = 1_000_000;
const GOLD = 2_000_000;

describe("a member's experience and level", () => {
  let silver: MemberLevelDoc;
  let gold: MemberLevelDoc;
  let off: MemberLevelDoc;
  before(async () => {
    await startService();
    silver = await buildLevel({ name: "Silver", level: 2_000, experience: SILVER, discountPercent: 98 });
    gold = await buildLevel({ name: "Gold of all", level: 3_000, experience: GOLD, discountPercent: 95 });
    off = await buildLevel({ name: "Off", level: 4_000, experience: 3_000_000, discountPercent: 50, status: 1 });
  });
  after(() => removeLevels(silver, gold, off));

  it("the level follows the experience, up and down, with a record of each", async () => {
    const { member } = await buildMember();
    const levelAfter = async (by: number, bizType: ExperienceBizType, bizId: number) => {
      await change(member._id, by, bizType, bizId);
      const { levelId, experience } = (await findMember(member._id))!;
      return [experience, levelId];
    };
    expect(await levelAfter(SILVER - 1, 11, 1)).to.deep.equal([SILVER - 1, null]);
    expect(await levelAfter(1, 11, 2)).to.deep.equal([SILVER, silver._id]);
    // Past the disabled one's threshold as well: it draws nobody.
    expect(await levelAfter(3 * SILVER, 11, 3)).to.deep.equal([4 * SILVER, gold._id]);
    expect(await levelAfter(-2_500_000, 12, 3)).to.deep.equal([1_500_000, silver._id]);
    // None is reached any more: the level stays, the experience stops at 0.
    expect(await levelAfter(-9_000_000, 12, 4)).to.deep.equal([0, silver._id]);
    const records = await ExperienceRecordModel.find({ memberId: member._id }).sort({ _id: 1 }).lean();
    expect(records.map(({ experience, totalExperience }) => [experience, totalExperience]).at(-1)).to.deep.equal([
      -1_500_000, 0,
    ]);
    expect(records.reduce((sum, { experience }) => sum + experience, 0)).to.equal(0);
    const levels = await LevelRecordModel.find({ memberId: member._id }).sort({ _id: 1 }).lean();
    expect(levels.map(({ levelId, level, memberExperience }) => [levelId, level, memberExperience])).to.deep.equal([
      [silver._id, 2_000, SILVER],
      [gold._id, 3_000, 4 * SILVER],
      [silver._id, 2_000, 1_500_000],
    ]);
  });

  it("changes once for one cause, however much at once, and nothing is lost between different ones", async () => {
    const { member } = await buildMember();
    const told = await Promise.all(Array.from({ length: 8 }, () => change(member._id, 10, 11, "same")));
    expect(told.filter(Boolean)).to.have.length(1);
    await Promise.all(Array.from({ length: 8 }, (_, index) => change(member._id, 10, 11, `order-${index}`)));
    expect((await findMember(member._id))!.experience).to.equal(90);
    expect(await change(99_999_999, 10, 11, "nobody")).to.equal(false);
  });

  it("vipPercentOf: null for strangers, no level, 100 percent and a disabled level", async () => {
    const plain = await buildLevel({ discountPercent: 100 });
    const level = async (levelId: number | null) => vipPercentOf((await buildMember({ levelId })).member._id);
    expect(await vipPercentOf(null)).to.equal(null);
    expect(await vipPercentOf(99_999_999)).to.equal(null);
    expect(await level(null)).to.equal(null);
    expect(await level(plain._id)).to.equal(null);
    expect(await level(off._id)).to.equal(null);
    expect(await level(gold._id)).to.deep.equal({ levelId: gold._id, name: "Gold of all", discountPercent: 95 });
    await removeLevels(plain);
  });

  it("members see their experience's record and the levels in force", async () => {
    const { member, client } = await buildMember();
    await change(member._id, SILVER, 11, 1);
    const { data } = await client.post("/app-api/member/experience-record/page");
    expect(data.total).to.equal(1);
    expect(data.list[0]).to.include({ experience: SILVER, totalExperience: SILVER, title: "Given for an order" });
    expect((await client.get("/app-api/member/user/get")).data.level).to.include({
      name: "Silver",
      discountPercent: "98",
    });
    const list = (await stranger.get("/app-api/member/level/list")).data as { name: string; experience: number }[];
    expect(list.map(({ name }) => name)).to.include.members(["Silver", "Gold of all"]);
    expect(list.map(({ name }) => name)).not.to.include("Off");
    expect(list.map(({ experience }) => experience)).to.deep.equal(
      list.map(({ experience }) => experience).sort((a, b) => a - b),
    );
    expect((await stranger.post("/app-api/member/experience-record/page")).status).to.equal(401);
  });
});

describe("a new member", () => {
  it("starts on the level that is open to everyone; run twice, once", async () => {
    const first = await buildLevel({ name: "Everyone", level: 1, experience: 0 });
    try {
      const { member } = await buildMember();
      await runJobs();
      for (let run = 0; run < 2; run++) await welcomeMember(member._id);
      expect(await findMember(member._id)).to.include({ levelId: first._id, experience: 0 });
      expect(await LevelRecordModel.countDocuments({ memberId: member._id })).to.equal(1);
      const { member: other } = await buildMember({ levelId: null, experience: 3 });
      await welcomeMember(99_999_999);
      expect((await findMember(other._id))!.experience).to.equal(3);
    } finally {
      await removeLevels(first);
    }
  });

  it("has no level where none is open to everyone", async () => {
    const { member } = await buildMember();
    await runJobs();
    expect((await findMember(member._id))!.levelId).to.equal(null);
  });
});

describe("the level rule", () => {
  const rung = fc.record({
    experience: fc.integer({ min: 0, max: 1_000 }),
    level: fc.integer({ min: 1, max: 50 }),
    status: fc.constantFrom<0 | 1>(0, 1),
  });
  const rungs = fc.uniqueArray(rung, { selector: ({ level }) => level, maxLength: 8 });

  it("takes an enabled level that is reached, and none that is reached stands higher", () => {
    fc.assert(
      fc.property(rungs, fc.integer({ min: 0, max: 1_200 }), (levels, experience) => {
        const chosen = levelFor(levels, experience);
        const reached = levels.filter((one) => one.status === 0 && one.experience <= experience);
        if (!chosen) {
          expect(reached).to.deep.equal([]);
          return;
        }
        expect(reached).to.include(chosen);
        expect(reached.every((one) => one.experience <= chosen.experience)).to.equal(true);
      }),
    );
  });

  it("never lowers anyone for more experience, and does not mind the order of the levels", () => {
    fc.assert(
      fc.property(rungs, fc.nat(1_200), fc.nat(1_200), (levels, some, more) => {
        const lower = levelFor(levels, some);
        const higher = levelFor(levels, some + more);
        expect((higher?.experience ?? -1) >= (lower?.experience ?? -1)).to.equal(true);
        expect(levelFor(levels.toReversed(), some)).to.equal(lower);
      }),
    );
  });
});

describe("levels among each other", () => {
  const refusal = async (run: Promise<unknown>): Promise<number | undefined> =>
    run.then(
      () => undefined,
      (error: { code?: number }) => error.code,
    );

  it("two who take one name or number at once: one does", async () => {
    const input = { experience: 700_000_000, discountPercent: 100, icon: "", backgroundUrl: "", description: "" };
    const ends = await Promise.all(
      Array.from({ length: 4 }, () => refusal(createLevel({ ...input, name: "Twin", level: 20_001, status: 0 }))),
    );
    expect(ends.filter((code) => code === undefined)).to.have.length(1);
    expect(ends.filter((code) => code === 1004011001)).to.have.length(3);
    const { data } = await stranger.get("/app-api/member/level/list");
    const { id } = data.find(({ name }: { name: string }) => name === "Twin");
    await removeLevels({ _id: id } as MemberLevelDoc);
  });
});
