import { expect } from "chai";
import {
  activityOffer,
  BargainHelpModel,
  eraseActivity,
  closeActivity,
  releaseActivity,
  type BargainRecordDoc,
} from "#shared/domains/promotion/activity/index.js";
import { BargainRecordModel } from "#shared/domains/promotion/activity/bargain/bargain.model.js";
import { endDueActivities } from "#shared/domains/promotion/worker.js";
import { endDueActivitiesJob } from "#shared/domains/promotion/activity/activity.jobs.js";
import { clock, days, heldClock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildBargain, codeOf, goodsNow, pay, take } from "#test/factories/activity.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CREATE = "/app-api/promotion/bargain-record/create";
const GET = "/app-api/promotion/bargain-record/get";
const HELP = "/app-api/promotion/bargain-help/create";

const recordNow = (recordId: number): Promise<BargainRecordDoc> =>
  BargainRecordModel.findById(recordId).orFail().lean<BargainRecordDoc>().exec();

describe("bargains", () => {
  let owner: BuiltMember;
  let friends: BuiltMember[];
  before(async () => {
    await startService();
    owner = await buildMember({ nickname: "Owner" });
    friends = [];
    for (let count = 0; count < 5; count++) friends.push(await buildMember({ nickname: `Friend ${count}` }));
  });
  afterEach(() => heldClock.release());

  async function begin(activityId: number, member: BuiltMember = owner): Promise<number> {
    const { code, data, msg } = await member.client.post(CREATE, { activityId });
    expect(code, msg).to.equal(0);
    return data;
  }
  const help = (friend: BuiltMember, recordId: number) => friend.client.post(HELP, { recordId });
  const offer = (recordId: number, { skuId, spuId }: { skuId: number; spuId: number }, count = 1) =>
    activityOffer(owner.member._id, { bargainRecordId: recordId }, [{ skuId, spuId, count, stock: 9 }], clock.now());

  it("each help lets the price fall, down to the floor; then it can be ordered at that price, once", async () => {
    const bargain = await buildBargain();
    const recordId = await begin(bargain.activityId);
    expect(await codeOf(offer(recordId, bargain))).to.equal(1013013004);
    const cuts = [];
    for (const friend of friends.slice(0, 3)) cuts.push((await help(friend, recordId)).data);
    expect(cuts).to.deep.equal([300, 300, 300]);
    const shown = (await owner.client.get(`${GET}?id=${recordId}`)).data;
    expect(shown).to.deep.include({ bargainFirstPrice: 1_000, bargainPrice: 100, status: 2, helpCount: 3 });
    expect(shown.helps.map(({ nickname }: { nickname: string }) => nickname)).to.deep.equal([
      "Friend 2",
      "Friend 1",
      "Friend 0",
    ]);
    expect((await help(friends[3]!, recordId)).code).to.equal(1013014000);

    const offered = (await offer(recordId, bargain))!;
    expect(offered).to.deep.include({ type: 2, unitFen: 100, recordId });
    const orderId = await take(owner.member._id, offered);
    expect(await codeOf(take(owner.member._id, offered))).to.equal(1013013005);
    expect(await codeOf(offer(recordId, bargain))).to.equal(1013013005);
    expect((await goodsNow(2, bargain.activityId)).stock).to.equal(9);
    await inTransaction(() => releaseActivity(orderId));
    expect((await goodsNow(2, bargain.activityId)).stock).to.equal(10);
    const again = await take(owner.member._id, (await offer(recordId, bargain))!);
    await pay(again);
    expect((await recordNow(recordId)).orderId).to.equal(again);
    expect((await owner.client.get(`${GET}?id=${recordId}`)).data.orderId).to.equal(again);
    expect((await friends[0]!.client.get(`${GET}?id=${recordId}`)).data.orderId).to.equal(null);
  });

  it("the last helper that is asked for cuts down to the floor, more than one cut may take", async () => {
    const bargain = await buildBargain({ rules: { helpMaxCount: 2 } });
    const recordId = await begin(bargain.activityId);
    expect((await help(friends[0]!, recordId)).data).to.equal(300);
    expect(await recordNow(recordId)).to.deep.include({ status: 1, priceFen: 700 });
    expect((await help(friends[1]!, recordId)).data).to.equal(600);
    expect(await recordNow(recordId)).to.deep.include({ status: 2, priceFen: 100, helpCount: 2 });
    const cuts = await BargainHelpModel.find({ recordId }).lean();
    expect(cuts.reduce((sum, { cutFen }) => sum + cutFen, 0)).to.equal(900);
  });

  it("of friends who help at once exactly the last one reaches the floor", async () => {
    const bargain = await buildBargain({ rules: { helpMaxCount: 4, cutMinFen: 1, cutMaxFen: 9 } });
    const recordId = await begin(bargain.activityId);
    const replies = await Promise.all(friends.map((friend) => help(friend, recordId)));
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 0, 0, 0, 1013014000]);
    expect(await recordNow(recordId)).to.deep.include({ status: 2, priceFen: 100, helpCount: 4 });
    const cuts = replies.flatMap(({ code, data }) => (code === 0 ? [data as number] : [])).sort((a, b) => a - b);
    expect(cuts.slice(0, 3).every((cut) => cut >= 1 && cut <= 9)).to.equal(true);
    expect(cuts.reduce((sum, cut) => sum + cut, 0)).to.equal(900);
  });

  it("nobody helps twice, helps themselves, or helps more often than the activity allows", async () => {
    const bargain = await buildBargain({ rules: { helpLimit: 1 } });
    const recordId = await begin(bargain.activityId);
    expect((await help(owner, recordId)).code).to.equal(1013014001);
    expect((await help(friends[0]!, recordId)).code).to.equal(0);
    expect((await help(friends[0]!, recordId)).code).to.equal(1013014004);
    const other = await begin(bargain.activityId, friends[1]);
    expect((await help(friends[0]!, other)).code).to.equal(1013014002);
    expect((await recordNow(other)).priceFen).to.equal(1_000);
  });

  it("one who helps five times at once helps once; friends at once all count", async () => {
    const bargain = await buildBargain({ rules: { cutMinFen: 50, cutMaxFen: 50 } });
    const recordId = await begin(bargain.activityId);
    const same = await Promise.all([1, 2, 3, 4, 5].map(() => help(friends[0]!, recordId)));
    expect(same.filter(({ code }) => code === 0)).to.have.length(1);
    const others = await Promise.all(friends.slice(1).map((friend) => help(friend, recordId)));
    expect(others.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(await recordNow(recordId)).to.deep.include({ priceFen: 750, helpCount: 5 });
    const cuts = await BargainHelpModel.find({ recordId }).lean();
    expect(cuts.reduce((sum, { cutFen }) => sum + cutFen, 0)).to.equal(250);
  });

  it("one at a time, and as often as the activity allows", async () => {
    const bargain = await buildBargain({ rules: { totalLimitCount: 1, helpMaxCount: 1 } });
    const starts = await Promise.all(
      [1, 2, 3].map(() => owner.client.post(CREATE, { activityId: bargain.activityId })),
    );
    const codes = starts.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).to.have.length(1);
    expect((await owner.client.post(CREATE, { activityId: bargain.activityId })).code).to.equal(1013013001);
    const recordId = starts.find(({ code }) => code === 0)!.data;
    await help(friends[0]!, recordId);
    expect((await owner.client.post(CREATE, { activityId: bargain.activityId })).code).to.equal(1013013002);
  });

  it("when its time is over it has failed, also before the job says so; the job may run twice", async () => {
    const bargain = await buildBargain();
    const recordId = await begin(bargain.activityId);
    heldClock.hold();
    heldClock.advance(days(2));
    // The sessions are a day old by now: a fresh one reads.
    const reader = await buildMember();
    expect((await reader.client.get(`${GET}?id=${recordId}`)).data.status).to.equal(3);
    expect((await help(reader, recordId)).code).to.equal(1013014000);
    await enqueue(endDueActivitiesJob, {});
    await runJobs();
    await endDueActivities();
    expect((await recordNow(recordId)).status).to.equal(3);
  });

  it("closed, not begun, over, sold out, unknown: each by its code", async () => {
    const post = async (activityId: number) => (await owner.client.post(CREATE, { activityId })).code;
    const closed = await buildBargain();
    await closeActivity(2, closed.activityId);
    expect(await post(closed.activityId)).to.equal(1013012005);
    const later = await buildBargain({ startAt: clock.after(days(1)), endAt: clock.after(days(2)) });
    expect(await post(later.activityId)).to.equal(1013012007);
    const over = await buildBargain({ startAt: clock.after(-days(2)), endAt: clock.after(-days(1)) });
    expect(await post(over.activityId)).to.equal(1013012006);
    const soldOut = await buildBargain({ goods: { stock: 0 } });
    expect(await post(soldOut.activityId)).to.equal(1013012004);
    expect(await post(987_654_321)).to.equal(1013012000);
  });

  it("another member's record cannot be ordered, nor more than one piece", async () => {
    const bargain = await buildBargain({ rules: { helpMaxCount: 1 } });
    const recordId = await begin(bargain.activityId, friends[0]);
    await help(friends[1]!, recordId);
    expect(await codeOf(offer(recordId, bargain))).to.equal(1013013000);
    const own = await begin(bargain.activityId);
    await help(friends[1]!, own);
    expect(await codeOf(offer(own, bargain, 2))).to.equal(400);
  });

  it("a member finds their own record by the activity", async () => {
    const bargain = await buildBargain();
    const recordId = await begin(bargain.activityId);
    const path = `${GET}?activityId=${bargain.activityId}`;
    expect((await owner.client.get(path)).data.id).to.equal(recordId);
    expect((await friends[0]!.client.get(path)).code).to.equal(1013013000);
    expect((await owner.client.get(GET)).code).to.equal(400);
  });

  it("who leaves the shop bargains no more, and is nameless where others look", async () => {
    const bargain = await buildBargain();
    const leaver = await buildMember({ nickname: "Leaver" });
    const own = await begin(bargain.activityId, leaver);
    const recordId = await begin(bargain.activityId);
    await help(leaver, recordId);
    await inTransaction(() => eraseActivity(leaver.member._id));
    await inTransaction(() => eraseActivity(leaver.member._id));
    expect((await recordNow(own)).status).to.equal(3);
    const { helps } = (await owner.client.get(`${GET}?id=${recordId}`)).data;
    expect(helps[0]).to.deep.include({ nickname: "", reducePrice: 300 });
  });

  it("lists bargains, and refuses strangers and bad fields", async () => {
    const bargain = await buildBargain({ sort: 1_000 });
    const { data } = await owner.client.get("/app-api/promotion/bargain-activity/list");
    const row = data.find(({ id }: { id: number }) => id === bargain.activityId);
    expect(row).to.deep.include({ status: 20, skuId: bargain.skuId, bargainFirstPrice: 1_000, bargainMinPrice: 100 });
    const one = await owner.client.get(`/app-api/promotion/bargain-activity/get?id=${bargain.activityId}`);
    expect(one.data).to.deep.equal(row);
    expect((await owner.client.get("/app-api/promotion/bargain-activity/get?id=987654321")).code).to.equal(1013012000);
    expect((await owner.client.get(`${GET}?id=987654321`)).code).to.equal(1013013000);
    for (const path of [CREATE, HELP]) {
      expect((await stranger.post(path, {})).code).to.equal(401);
      const bad = await owner.client.post(path, { activityId: { $gt: "" }, recordId: { $gt: "" } });
      expect([bad.code, bad.msg]).to.deep.equal([400, bad.msg]);
    }
    expect((await stranger.get(`${GET}?id=1`)).code).to.equal(401);
  });
});
