import { expect } from "chai";
import { activityGroupFailed } from "#shared/domains/promotion/activity/activity.events.js";
import {
  activityPaid,
  closeActivity,
  deleteActivity,
  GroupRecordModel,
  isGroupInProgress,
  releaseActivity,
} from "#shared/domains/promotion/activity/index.js";
import { ActivityTakeModel } from "#shared/domains/promotion/activity/take/activityTake.model.js";
import { endDueActivities, expireGroup } from "#shared/domains/promotion/worker.js";
import { expireGroupJob } from "#shared/domains/promotion/activity/activity.jobs.js";
import {
  GroupModel,
  type GroupDoc,
  type GroupRecordDoc,
} from "#shared/domains/promotion/activity/group/group.model.js";
import { clock, heldClock, hours } from "#shared/kernel/time/clock.js";
import { installSubscriptions, on } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { subscriptions } from "#shared/subscriptions.js";
import {
  buildGroupBuy,
  codeOf,
  goodsNow,
  offerFor,
  order,
  orderAndPay,
  pay,
  type BuiltActivity,
} from "#test/factories/activity.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { plainJob, runs } from "#test/support/testJobs.js";

const groupNow = (id: number): Promise<GroupDoc> => GroupModel.findById(id).orFail().lean<GroupDoc>().exec();
const recordsOf = (groupId: number): Promise<GroupRecordDoc[]> =>
  GroupRecordModel.find({ groupId }).sort({ _id: 1 }).lean<GroupRecordDoc[]>().exec();
const release = (orderId: number): Promise<void> => inTransaction(() => releaseActivity(orderId));

describe("group-buys", () => {
  let people: BuiltMember[];
  const id = (index: number): number => people[index]!.member._id;
  before(async () => {
    await startService();
    people = [];
    for (let count = 0; count < 5; count++) people.push(await buildMember({ nickname: `Buyer ${count}` }));
  });
  afterEach(() => heldClock.release());

  /** A group with its head. */
  async function open(activity: BuiltActivity, head = 0): Promise<{ groupId: number; orderId: number }> {
    const { orderId, recordId } = await orderAndPay(id(head), activity);
    return { groupId: recordId!, orderId };
  }

  it("a record is made when paid, the head's first; a full group is a success", async () => {
    const activity = await buildGroupBuy();
    const unpaid = await order(id(0), activity);
    expect(await GroupRecordModel.exists({ orderId: unpaid })).to.equal(null);
    const groupId = (await pay(unpaid))!;
    expect(await groupNow(groupId)).to.deep.include({ status: 0, userCount: 1, userSize: 2 });
    expect(await isGroupInProgress(unpaid)).to.equal(true);
    const second = await orderAndPay(id(1), activity, { headId: groupId });
    expect(await groupNow(groupId)).to.deep.include({ status: 1, userCount: 2 });
    const records = await recordsOf(groupId);
    expect(records.map(({ status, isHead, nickname }) => [status, isHead, nickname])).to.deep.equal([
      [1, true, "Buyer 0"],
      [1, false, "Buyer 1"],
    ]);
    expect(await isGroupInProgress(second.orderId)).to.equal(false);
    expect((await goodsNow(3, activity.activityId)).taken).to.equal(2);
  });

  it("says when it ended, as soon as it is complete, failed or left by all; an older one too", async () => {
    const activity = await buildGroupBuy();
    const shown = async (recordId: number) => {
      const { client } = await buildMember();
      const { data } = await client.get(`/app-api/promotion/combination-record/get?id=${recordId}`);
      return data as { status: number; startTime: number; endTime: number | null };
    };
    heldClock.hold();
    const complete = await open(activity);
    expect(await shown(complete.groupId)).to.include({ status: 0, endTime: null });
    heldClock.advance(60_000);
    await orderAndPay(id(1), activity, { headId: complete.groupId });
    expect(await shown(complete.groupId)).to.include({ status: 1, endTime: clock.ms() });
    await GroupModel.updateOne({ _id: complete.groupId }, { $set: { endedAt: null } });
    expect(await shown(complete.groupId)).to.include({ endTime: clock.ms() });
    const left = await open(activity, 2);
    heldClock.advance(60_000);
    await release(left.orderId);
    expect(await shown(left.groupId)).to.include({ status: 2, endTime: clock.ms() });
    const failed = await open(activity, 3);
    heldClock.advance(hours(24));
    await expireGroup(failed.groupId);
    expect(await shown(failed.groupId)).to.include({ status: 2, endTime: clock.ms() });
  });

  it("a payment that is told twice is one record", async () => {
    const activity = await buildGroupBuy({ rules: { userSize: 3 } });
    const { groupId } = await open(activity);
    const orderId = await order(id(1), activity, { headId: groupId });
    const told = await Promise.all([1, 2, 3].map(() => inTransaction(() => activityPaid(orderId, clock.now()))));
    expect(new Set(told).size).to.equal(1);
    expect((await groupNow(groupId)).userCount).to.equal(2);
    expect(await recordsOf(groupId)).to.have.length(2);
  });

  it("one unpaid order and one group in progress a member; afterwards another", async () => {
    const activity = await buildGroupBuy();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => order(id(0), activity)));
    const [orderId, ...more] = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(more).to.deep.equal([]);
    expect(await codeOf(offerFor(id(0), activity))).to.equal(1011000032);
    const groupId = (await pay(orderId!))!;
    expect(await codeOf(offerFor(id(0), activity))).to.equal(1013011004);
    expect(await codeOf(offerFor(id(0), activity, { headId: groupId }))).to.equal(1013011004);
    await orderAndPay(id(1), activity, { headId: groupId });
    await release(await order(id(0), activity));
    await order(id(0), activity);
  });

  it("limits of one order and of all, and a stock of its own where it has one", async () => {
    const limited = await buildGroupBuy({ rules: { singleLimitCount: 2, totalLimitCount: 3 }, goods: { stock: 5 } });
    expect(await codeOf(offerFor(id(0), limited, { count: 3 }))).to.equal(1013011007);
    const { recordId } = await orderAndPay(id(0), limited, { count: 2 });
    await orderAndPay(id(1), limited, { headId: recordId! });
    expect(await codeOf(offerFor(id(0), limited, { count: 2 }))).to.equal(1013011008);
    await order(id(2), limited, { count: 2 });
    expect(await codeOf(offerFor(id(3), limited))).to.equal(1013010006);
    expect(await goodsNow(3, limited.activityId)).to.deep.include({ stock: 0, taken: 5 });
  });

  it("a head that is none, of another activity, full or over is refused", async () => {
    const activity = await buildGroupBuy();
    const other = await buildGroupBuy();
    const { groupId } = await open(activity);
    expect(await codeOf(offerFor(id(1), activity, { headId: 987_654_321 }))).to.equal(1013011002);
    expect(await codeOf(offerFor(id(1), other, { headId: groupId }))).to.equal(1013011002);
    heldClock.hold(clock.ms() + hours(23.9));
    await offerFor(id(1), activity, { headId: groupId });
    heldClock.release();
    await orderAndPay(id(1), activity, { headId: groupId });
    expect(await codeOf(offerFor(id(2), activity, { headId: groupId }))).to.equal(1013011003);
  });

  it("of two who pay for the last place one gets it, the other heads a new group", async () => {
    const activity = await buildGroupBuy();
    const { groupId } = await open(activity);
    const orders = [
      await order(id(1), activity, { headId: groupId }),
      await order(id(2), activity, { headId: groupId }),
    ];
    const records = await Promise.all([pay(orders[0]!), pay(orders[1]!)]);
    expect(await groupNow(groupId)).to.deep.include({ status: 1, userCount: 2 });
    const late = (await GroupRecordModel.findOne({ _id: { $in: records }, isHead: true }).lean<GroupRecordDoc>())!;
    expect(await groupNow(late._id)).to.deep.include({ status: 0, userCount: 1 });
  });

  it("of four who pay at once for the last two places two get them; no group grows beyond its size", async () => {
    const activity = await buildGroupBuy({ rules: { userSize: 3 } });
    const { groupId } = await open(activity);
    const joiners = [1, 2, 3, 4];
    const orderIds: number[] = [];
    for (const index of joiners) orderIds.push(await order(id(index), activity, { headId: groupId }));
    await Promise.all(joiners.map((_, at) => pay(orderIds[at]!)));
    expect(await groupNow(groupId)).to.deep.include({ status: 1, userCount: 3 });
    expect((await recordsOf(groupId)).map(({ status }) => status)).to.deep.equal([1, 1, 1]);
    const own = await GroupModel.find({ activityId: activity.activityId, _id: { $ne: groupId } }).lean<GroupDoc[]>();
    expect(own.map(({ status, userCount }) => [status, userCount])).to.deep.equal([
      [0, 1],
      [0, 1],
    ]);
  });

  describe("whose time is over", () => {
    const failed: number[][] = [];
    before(() =>
      installSubscriptions([
        ...subscriptions,
        on(activityGroupFailed, plainJob, ({ orderIds }) => {
          failed.push(orderIds);
          return { number: orderIds[0]! };
        }),
      ]),
    );
    after(() => installSubscriptions(subscriptions));
    beforeEach(() => void failed.splice(0));

    it("fails and says which orders to refund, once, by the delayed job", async () => {
      const activity = await buildGroupBuy({ rules: { userSize: 3 }, endAt: clock.after(hours(100)) });
      const { groupId, orderId } = await open(activity);
      const second = await orderAndPay(id(1), activity, { headId: groupId });
      await runJobs();
      expect((await groupNow(groupId)).status).to.equal(0);
      heldClock.hold(clock.ms() + hours(24) + 1_000);
      await runJobs();
      expect(await groupNow(groupId)).to.deep.include({ status: 2, userCount: 2 });
      expect((await recordsOf(groupId)).map(({ status }) => status)).to.deep.equal([2, 2]);
      const told = () => failed.filter((orderIds) => orderIds.includes(orderId));
      expect(told()).to.deep.equal([[orderId, second.orderId]]);
      expect(runs.get(orderId)).to.have.length(1);
      await expireGroup(groupId);
      expect(told()).to.have.length(1);
      expect(await isGroupInProgress(orderId)).to.equal(false);
      // What the refund does then; a member may try again.
      await release(orderId);
      expect((await goodsNow(3, activity.activityId)).taken).to.equal(1);
      await orderAndPay(id(0), activity);
    });

    it("counts as full where the activity says so", async () => {
      const activity = await buildGroupBuy({ rules: { userSize: 5, virtualGroup: true } });
      const { groupId, orderId } = await open(activity);
      heldClock.hold(clock.ms() + hours(25));
      await runJobs();
      expect(await groupNow(groupId)).to.deep.include({ status: 1, userCount: 5 });
      expect(failed.flat()).not.to.include(orderId);
    });

    it("is found by the sweep when its job was lost", async () => {
      const activity = await buildGroupBuy();
      const { groupId, orderId } = await open(activity);
      await loseJobs({ job: expireGroupJob.name, openKey: `${expireGroupJob.name}:group-${groupId}` });
      heldClock.hold(clock.ms() + hours(25));
      await Promise.all([endDueActivities(), endDueActivities()]);
      expect((await groupNow(groupId)).status).to.equal(2);
      expect(failed.filter((orderIds) => orderIds.includes(orderId)).length).to.be.at.least(1);
    });

    it("who pays after the end heads a new one", async () => {
      const activity = await buildGroupBuy();
      const { groupId } = await open(activity);
      const late = await order(id(1), activity, { headId: groupId });
      heldClock.hold(clock.ms() + hours(25));
      const recordId = (await pay(late))!;
      expect(recordId).not.to.equal(groupId);
      expect((await groupNow(recordId)).expireAt.getTime()).to.equal(clock.ms() + hours(24));
    });
  });

  it("an order that is refunded leaves its open group, the last one ends it", async () => {
    const activity = await buildGroupBuy({ rules: { userSize: 3 } });
    const { groupId, orderId } = await open(activity);
    const second = await orderAndPay(id(1), activity, { headId: groupId });
    await release(orderId);
    expect(await groupNow(groupId)).to.deep.include({ status: 0, userCount: 1 });
    await release(second.orderId);
    expect(await groupNow(groupId)).to.deep.include({ status: 2, userCount: 0 });
    expect(await ActivityTakeModel.countDocuments({ activityId: activity.activityId, state: "released" })).to.equal(2);
  });

  it("a closed activity takes no order, its open groups go on, and it stays until they ended", async () => {
    const activity = await buildGroupBuy();
    const { groupId } = await open(activity);
    const paidLater = await order(id(1), activity, { headId: groupId });
    await closeActivity(3, activity.activityId);
    expect(await codeOf(offerFor(id(2), activity))).to.equal(1013010004);
    expect(await codeOf(deleteActivity(3, activity.activityId))).to.equal(1013007009);
    await pay(paidLater);
    expect((await groupNow(groupId)).status).to.equal(1);
    await deleteActivity(3, activity.activityId);
  });

  it("before and after its time each by its code", async () => {
    const later = await buildGroupBuy({ startAt: clock.after(hours(1)), endAt: clock.after(hours(2)) });
    expect(await codeOf(offerFor(id(0), later))).to.equal(1013011005);
    const over = await buildGroupBuy({ startAt: clock.after(-hours(2)), endAt: clock.after(-hours(1)) });
    expect(await codeOf(offerFor(id(0), over))).to.equal(1013011006);
    expect(
      await codeOf(offerFor(id(0), { skuId: over.skuId, input: { combinationActivityId: 987_654_321 } })),
    ).to.equal(1013010000);
  });

  describe("over HTTP", () => {
    it("lists group-buys and the groups that can be joined", async () => {
      const { client } = people[4]!;
      const activity = await buildGroupBuy({ sort: 1_000 });
      const { groupId } = await open(activity);
      const { data } = await client.get("/app-api/promotion/combination-activity/list");
      const row = data.find((one: { id: number }) => one.id === activity.activityId);
      expect(row).to.deep.include({ status: 20, userSize: 2, limitDuration: 24, combinationPrice: 1_000, stock: null });
      const one = await client.get(`/app-api/promotion/combination-activity/get?id=${activity.activityId}`);
      expect(one.data).to.deep.equal(row);
      const path = `/app-api/promotion/combination-record/list?activityId=${activity.activityId}`;
      const [head] = (await client.get(`${path}&status=0`)).data;
      expect(head).to.deep.include({ id: groupId, headId: groupId, userCount: 1, userSize: 2, nickname: "Buyer 0" });
      expect(head).not.to.have.property("orderId");
      expect((await client.get(`${path}&status=1`)).data).to.deep.equal([]);
    });

    it("shows a record with its group; the order is its own member's affair", async () => {
      const activity = await buildGroupBuy({ rules: { userSize: 3 } });
      const { groupId, orderId } = await open(activity);
      const { recordId } = await orderAndPay(id(1), activity, { headId: groupId });
      const get = "/app-api/promotion/combination-record/get";
      const own = (await people[0]!.client.get(`${get}?id=${groupId}`)).data;
      expect(own).to.deep.include({ id: groupId, orderId, userCount: 2, status: 0, isHead: true });
      expect(own.members.map((one: { id: number }) => one.id)).to.deep.equal([groupId, recordId]);
      expect((await people[1]!.client.get(`${get}?id=${groupId}`)).data.orderId).to.equal(null);
      expect((await people[1]!.client.get(`${get}?id=987654321`)).code).to.equal(1013011000);
      expect((await stranger.get(`${get}?id=${groupId}`)).code).to.equal(401);
    });

    it("unknown ones, bad fields and strangers are refused", async () => {
      const { client } = people[4]!;
      expect((await client.get("/app-api/promotion/combination-activity/get?id=987654321")).code).to.equal(1013010000);
      const list = "/app-api/promotion/combination-record/list";
      expect((await client.get(`${list}?activityId=987654321`)).code).to.equal(1013010000);
      expect((await client.get(`${list}?status=7`)).code).to.equal(400);
      expect((await client.get(`${list}?count=0`)).code).to.equal(400);
      expect((await stranger.get(list)).code).to.equal(401);
      expect((await stranger.get("/app-api/promotion/combination-activity/list")).code).to.equal(401);
    });
  });
});
