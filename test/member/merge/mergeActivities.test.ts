import { expect } from "chai";
import { BargainHelpModel, releaseActivity } from "#shared/domains/promotion/activity/index.js";
import { BargainRecordModel } from "#shared/domains/promotion/activity/bargain/bargain.model.js";
import { ActivityCountModel, ActivityTakeModel } from "#shared/domains/promotion/activity/take/activityTake.model.js";
import { mergeMember } from "#shared/domains/accountMerge/worker.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildBargain, buildGroupBuy, buildSeckill, codeOf, offerFor, order } from "#test/factories/activity.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { beginMerging, buildPair, expectMerged, reload } from "./support.js";

const countOf = (memberId: number, activityId: number, scope = "take") =>
  ActivityCountModel.findOne({ memberId, activityId, scope }).lean();

describe("activities of two members who are merged", () => {
  before(startService);

  it("a limit counts both, and what is given back makes room again", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    const seckill = await buildSeckill({ rules: { totalLimitCount: 3, singleLimitCount: 3 } });
    const first = await order(oldId, seckill, { count: 2 });
    await order(newId, seckill, { count: 1 });
    await beginMerging(pair);
    await runJobs();
    expect(await countOf(newId, seckill.activityId)).to.include({ count: 3 });
    expect(await countOf(oldId, seckill.activityId)).to.equal(null);
    expect(await codeOf(offerFor(newId, seckill))).to.be.greaterThan(1_011_000_000);
    await inTransaction(() => releaseActivity(first));
    expect(await countOf(newId, seckill.activityId)).to.include({ count: 1 });
    expect(await offerFor(newId, seckill, { count: 2 })).to.include({ activityId: seckill.activityId });
    expect(await reload(pair.from)).to.include({ status: 3 });
  });

  it("two open groups of one group-buy go on, and a third waits for both", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    const group = await buildGroupBuy();
    const own = await order(oldId, group);
    const other = await order(newId, group);
    await beginMerging(pair);
    await runJobs();
    expect(await ActivityTakeModel.countDocuments({ memberId: newId, openKey: { $exists: true } })).to.equal(2);
    await inTransaction(() => releaseActivity(other));
    expect(await codeOf(offerFor(newId, group))).to.be.greaterThan(1_011_000_000);
    await inTransaction(() => releaseActivity(own));
    expect(await offerFor(newId, group)).to.include({ activityId: group.activityId });
  });

  it("an open group of the old one alone is the other's", async () => {
    const pair = await buildPair();
    const group = await buildGroupBuy();
    await order(pair.from.member._id, group);
    await beginMerging(pair);
    await runJobs();
    const newId = pair.into.member._id;
    const take = await ActivityTakeModel.findOne({ memberId: newId, activityId: group.activityId }).lean();
    expect(take).to.include({ openKey: `${group.activityId}-${newId}` });
  });

  it("of two bargains the one nearer its price goes on; two helps of one person are one", async () => {
    const pair = await buildPair();
    const { from, into } = pair;
    const [oldId, newId] = [from.member._id, into.member._id];
    const bargain = await buildBargain();
    const begin = async ({ client }: BuiltMember): Promise<number> =>
      (await client.post("/app-api/promotion/bargain-record/create", { activityId: bargain.activityId })).data;
    const help = ({ client }: BuiltMember, recordId: number) =>
      client.post("/app-api/promotion/bargain-help/create", { recordId });
    const [ofOld, ofNew] = [await begin(from), await begin(into)];
    expect(await help(await buildMember(), ofOld)).to.include({ code: 0 });
    const friend = await buildMember();
    const theirs = await begin(friend);
    for (const one of [from, into]) expect(await help(one, theirs)).to.include({ code: 0 });
    await beginMerging(pair);
    await runJobs();
    const kept = await BargainRecordModel.find({ memberId: newId }).sort({ _id: 1 }).lean();
    expect(kept.map(({ _id, status }) => [_id, status])).to.deep.equal([
      [ofOld, 1],
      [ofNew, 3],
    ]);
    const helps = await BargainHelpModel.find({ recordId: theirs }).lean();
    expect(helps.map(({ memberId, cutFen }) => [memberId, cutFen])).to.deep.equal([[newId, 600]]);
    expect(await countOf(newId, bargain.activityId, "help")).to.include({ count: 1 });
    expect(await countOf(newId, bargain.activityId, "bargain")).to.include({ count: 2 });
    expect(await BargainRecordModel.countDocuments({ memberId: oldId })).to.equal(0);
    await mergeMember({ memberId: oldId, round: 9 });
    await expectMerged(pair);
  });
});
