import { expect } from "chai";
import fc from "fast-check";
import { addMembers, dissolveGroup, makeGroup } from "#shared/domains/chat/worker.js";
import {
  addMembersJob,
  dissolveGroupJob,
  makeGroupJob,
  scheduleEndJob,
  sweepGroupsJob,
} from "#shared/domains/chat/chat.jobs.js";
import { ChatGroupModel } from "#shared/domains/chat/chatGroup.model.js";
import { findGroupOfLive } from "#shared/domains/chat/chatGroup.queries.js";
import { seedChat } from "#shared/domains/chat/seedChat.js";
import { withinBytes } from "#shared/domains/chat/makeGroup.js";
import { deleteLive, endLive, LiveModel } from "#shared/domains/live/index.js";
import { tencentIm } from "#shared/providers/chat/client.js";
import { clock, days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { buildChat } from "#test/factories/chat.js";
import { buildLive } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { callsOf, groupAtPlatform, imFault, noImFaults } from "./support.js";

describe("the chat group of a live", () => {
  before(startService);
  afterEach(async () => {
    await noImFaults();
    heldClock.release();
  });
  const creations = async (groupId: string) =>
    (await callsOf(groupId, "create_group")).map(({ errorCode }) => errorCode);

  it("is made with the live by a job, its host the owner, its name the live's", async () => {
    const { live, host } = await buildLive({ liveName: "春茶 First picking", started: false });
    await runJobs();
    const group = await groupAtPlatform(live.groupId);
    expect(group).to.include({ type: "ChatRoom", name: "春茶 First picking", owner: String(host.member._id) });
    expect(group!.members.map(({ account, role }) => [account, role])).to.deep.equal([
      [String(host.member._id), "Owner"],
    ]);
    expect(await findGroupOfLive(live._id)).to.include({ status: 1, ownerId: host.member._id });
  });

  it("is made once, however often the job runs", async () => {
    const { live, groupId } = await buildChat();
    await Promise.all([makeGroup(live._id), makeGroup(live._id)]);
    await enqueue(makeGroupJob, { liveId: live._id });
    await runJobs();
    expect((await creations(groupId)).filter((code) => code === 0)).to.have.length(1);
  });

  it("whose making was not answered is found there by the next try, and is ours", async () => {
    await imFault({ mode: "error", after: true, count: 2, path: "create_group" });
    const { live } = await buildLive();
    await runJobs();
    expect(await creations(live.groupId)).to.include(10_021);
    expect(await findGroupOfLive(live._id)).to.include({ status: 1, refusal: null });
  });

  it("whose name is somebody else's at the provider is not ours", async () => {
    await tencentIm.importAccount({ account: "stranger", nickname: "", avatar: "" });
    await imFault({ mode: "error", count: 1_000 });
    const { live } = await buildLive();
    await noImFaults();
    const foreign = { type: "ChatRoom", owner: "stranger", name: "Not ours", introduction: "" } as const;
    await tencentIm.createGroup({ ...foreign, groupId: live.groupId });
    await runJobs();
    expect(await findGroupOfLive(live._id)).to.include({ status: 0, refusal: 10_021 });
  });

  it("waits for a provider that is away", async () => {
    await imFault({ mode: "error", count: 6 });
    const { live } = await buildLive();
    await runJobs();
    expect(await groupAtPlatform(live.groupId)).to.include({ groupId: live.groupId });
  });

  it("takes members in, once each; the provider learns their names first", async () => {
    const { live, groupId } = await buildChat();
    const [one, two] = [await buildMember({ nickname: "One" }), await buildMember({ nickname: "Two" })];
    const memberIds = [one.member._id, two.member._id];
    for (let time = 0; time < 2; time++) {
      await enqueue(addMembersJob, { liveId: live._id, memberIds });
      await runJobs();
    }
    const group = await groupAtPlatform(groupId);
    expect(group!.members.slice(1).map(({ account }) => account)).to.deep.equal(memberIds.map(String));
  });

  it("is made for the members that come before its own job has run", async () => {
    const { live, groupId } = await buildChat();
    await ChatGroupModel.deleteOne({ liveId: live._id });
    const { member } = await buildMember();
    await addMembers(live._id, [member._id]);
    expect(await findGroupOfLive(live._id)).to.include({ status: 1, groupId });
    expect((await groupAtPlatform(groupId))!.members.map(({ account }) => account)).to.include(String(member._id));
  });

  it("of the kind AVChatRoom takes nobody in: its members enter by themselves", async () => {
    const { IM_GROUP_TYPE } = config;
    Object.assign(config, { IM_GROUP_TYPE: "AVChatRoom" });
    try {
      const { live, groupId } = await buildChat();
      const { member } = await buildMember();
      await enqueue(addMembersJob, { liveId: live._id, memberIds: [member._id] });
      await runJobs();
      expect(await groupAtPlatform(groupId)).to.deep.include({ type: "AVChatRoom", members: [] });
      expect(await callsOf(groupId, "add_group_member")).to.deep.equal([]);
    } finally {
      Object.assign(config, { IM_GROUP_TYPE });
    }
  });

  it("stays for thirty days after the end, and then goes", async function () {
    const { live, groupId } = await buildChat();
    heldClock.hold();
    await endLive(live._id);
    const endedAt = clock.ms();
    await runJobs();
    for (let time = 0; time < 2; time++) await enqueue(scheduleEndJob, { liveId: live._id });
    await runJobs();
    const { dissolveAt } = (await findGroupOfLive(live._id))!;
    expect(dissolveAt!.getTime()).to.equal(endedAt + days(30));
    const sweep = async (): Promise<void> => {
      await enqueue(sweepGroupsJob, {});
      // A month later, everything that other tests left open comes due as well.
      await runJobs();
    };
    heldClock.advance(days(30) - minutes(1));
    await sweep();
    expect(await groupAtPlatform(groupId)).to.include({ groupId });
    heldClock.advance(minutes(2));
    await sweep();
    await sweep();
    expect(await groupAtPlatform(groupId)).to.equal(undefined);
    expect(await findGroupOfLive(live._id)).to.include({ status: 2 });
  });

  it("goes at once with a live that is deleted; dissolved again it is gone all the same", async () => {
    const { live, groupId, host } = await buildChat({ started: false });
    await deleteLive(live._id);
    await runJobs();
    expect(await groupAtPlatform(groupId)).to.equal(undefined);
    await enqueue(dissolveGroupJob, { liveId: live._id });
    await dissolveGroup(live._id);
    await makeGroup(live._id);
    await runJobs();
    expect(await groupAtPlatform(groupId)).to.equal(undefined);
    const reply = await host.client.post("/app-api/cloudlive/im/getGroupInfo", { groupId });
    expect(reply.code).to.equal(1015004000);
  });

  it("a sweep makes what was never made, of lives that are not over", async () => {
    const { live } = await buildChat();
    const { live: over } = await buildChat();
    await endLive(over._id);
    await runJobs();
    await ChatGroupModel.deleteMany({ liveId: { $in: [live._id, over._id] } });
    heldClock.hold();
    heldClock.advance(minutes(20));
    await enqueue(sweepGroupsJob, {});
    await runJobs();
    expect(await findGroupOfLive(live._id)).to.include({ status: 1 });
    expect(await findGroupOfLive(over._id)).to.equal(null);
  });

  it("of the demo has members, brought in by the same jobs; seeded twice they are the same", async () => {
    const { live, groupId, host } = await buildChat();
    const others = { _id: { $ne: live._id }, status: 1 } as const;
    const running = await LiveModel.distinct("_id", others);
    await LiveModel.updateMany(others, { $set: { deletedAt: new Date() } });
    await seedChat();
    await seedChat();
    await runJobs();
    await withDeleted(LiveModel.updateMany({ _id: { $in: running } }, { $unset: { deletedAt: 1 } }));
    const info = await host.client.post("/app-api/cloudlive/im/getGroupInfo", { groupId });
    const names = info.data.groupInfo[0].memberList.map(({ nickname }: { nickname: string }) => nickname);
    expect(names.slice(1)).to.deep.equal(["Ting 小婷", "Wei 阿伟", "Yue 月月"]);
  });

  it("has a name that the provider takes: whole characters within its bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 60 }), (text, max) => {
        const cut = withinBytes(text, max);
        expect(Buffer.byteLength(cut)).to.be.at.most(max);
        expect(text.startsWith(cut)).to.equal(true);
        const next = text.slice(cut.length).codePointAt(0);
        if (next !== undefined) expect(Buffer.byteLength(cut + String.fromCodePoint(next))).to.be.above(max);
      }),
    );
  });
});
