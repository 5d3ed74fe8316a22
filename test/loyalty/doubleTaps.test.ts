import { expect } from "chai";
import { LevelRecordModel } from "#shared/domains/loyalty/level/levelRecord.model.js";
import { findMember, MemberLevelModel } from "#shared/domains/member/index.js";
import { buildLevel, removeLevels } from "#test/factories/level.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client, Reply } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const level = (verb: string): string => `/admin-api/member/level/${verb}`;
const day = (verb: string): string => `/admin-api/member/sign-in/config/${verb}`;
const user = (verb: string): string => `/admin-api/member/user/${verb}`;

/** The same request five times at once; answers the codes, sorted. */
async function taps(ask: () => Promise<Reply>): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: 5 }, ask));
  expect(
    replies.filter(({ status }) => status >= 500).map(({ text }) => text),
    "faults",
  ).to.deep.equal([]);
  return replies.map(({ code }) => code).toSorted((a, b) => a - b);
}
const once = (refused: number): number[] => [0, ...Array<number>(4).fill(refused)];
const all = Array<number>(5).fill(0);

describe("five taps of an operator at once", () => {
  let client: Client;
  before(async () => {
    await startService();
    ({ client } = await buildOperator());
  });

  it("create, change and delete a level once", async () => {
    const body = { name: "Tapped", level: 20_001, experience: 900_000_001, discountPercent: 90, status: 0 };
    expect(await taps(() => client.post(level("create"), body))).to.deep.equal(once(1004011001));
    const { _id: id } = (await MemberLevelModel.findOne({ name: "Tapped" }).lean())!;
    expect(await taps(() => client.put(level("update"), { ...body, id, discountPercent: 80 }))).to.deep.equal(all);
    expect(await taps(() => client.delete(`${level("delete")}?id=${id}`))).to.deep.equal(once(1004011000));
  });

  it("create and delete a sign-in day once", async () => {
    const body = { day: 222, point: 1, experience: 1, status: 1 };
    expect(await taps(() => client.post(day("create"), body))).to.deep.equal(once(1004009001));
    const { data } = await client.get(day("list"));
    const { id } = (data as { id: number; day: number }[]).find((rule) => rule.day === 222)!;
    expect(await taps(() => client.delete(`${day("delete")}?id=${id}`))).to.deep.equal(once(1004009000));
  });

  it("set a member's level once, with one record", async () => {
    const one = await buildLevel();
    const { member } = await buildMember();
    const body = { id: member._id, levelId: one._id, reason: "Tapped" };
    expect(await taps(() => client.put(user("update-level"), body))).to.deep.equal(all);
    expect(await LevelRecordModel.countDocuments({ memberId: member._id })).to.equal(1);
    await removeLevels(one);
  });

  it("change points once under one Idempotency-Key; without one each counts", async () => {
    const { member } = await buildMember();
    const body = { id: member._id, point: 7 };
    const keyed = client.with({ "idempotency-key": `taps-${member._id}` });
    const codes = await taps(() => keyed.put(user("update-point"), body));
    expect(codes).to.include(0);
    expect(codes.filter((code) => code !== 0 && code !== 409)).to.deep.equal([]);
    expect((await findMember(member._id))!.point).to.equal(7);
    expect(await taps(() => client.put(user("update-point"), body))).to.deep.equal(all);
    expect((await findMember(member._id))!.point).to.equal(42);
  });

  it("give one mobile to one of two members", async () => {
    const two = [await buildMember(), await buildMember()];
    const mobile = freshMobile();
    const replies = await Promise.all(
      two.map(({ member }) => client.put(user("update"), { id: member._id, mobile, nickname: "Both" })),
    );
    expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).to.deep.equal([0, 1004001002]);
    const loser = two[replies.findIndex(({ code }) => code !== 0)]!;
    expect((await findMember(loser.member._id))!.nickname).to.equal(loser.member.nickname);
  });
});
