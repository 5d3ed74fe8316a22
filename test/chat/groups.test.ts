import { expect } from "chai";
import { ChatCommandModel } from "#shared/domains/chat/chatCommand.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { buildChat, type BuiltChat } from "#test/factories/chat.js";
import type { BuiltMember } from "#test/factories/member.js";
import type { Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { control, enter, groupAtPlatform, noImFaults, say } from "./support.js";
import { ADMIN, APP, buildTeaEvening } from "./teaEvening.js";

const FOR_EVER = 4_294_967_295;

describe("chat groups of lives", () => {
  let chat: BuiltChat;
  let viewer: BuiltMember;
  let operator: Client;
  let host: Client;
  before(async () => {
    await startService();
    ({ chat, viewer, operator } = await buildTeaEvening());
    host = chat.host.client;
  });
  afterEach(noImFaults);
  const auditOf = (groupId: string) =>
    OperationLogModel.find({ module: "cloudlive", bizId: groupId }).sort({ _id: 1 }).lean();

  describe("getAppidGroupList", () => {
    for (const [who, path, client] of [
      ["a member", APP, () => viewer.client],
      ["an operator", ADMIN, () => operator],
    ] as const)
      it(`${who} lists the groups of lives, only their ids filled`, async () => {
        await control("DELETE", "/faults");
        const { code, data } = await client().get(`${path}/getAppidGroupList`);
        expect(code).to.equal(0);
        expect(data).to.include({ actionStatus: "OK", errorCode: 0, errorInfo: "" });
        expect(data.totalCount).to.equal(data.groupIdList.length);
        const mine = data.groupIdList.find((group: { groupId: string }) => group.groupId === chat.groupId);
        expect(mine).to.deep.include({ type: null, name: null, memberNum: null, memberList: null });
      });

    it("leaves out what is no live's: whatever else the application has at the provider", async () => {
      const other = `other-${process.pid}`;
      await makeForeignGroup(other);
      const ids = async (): Promise<string[]> =>
        (await operator.get(`${ADMIN}/getAppidGroupList`)).data.groupIdList.map(
          ({ groupId }: { groupId: string }) => groupId,
        );
      expect(await ids()).not.to.include(other);
      expect((await operator.post(`${ADMIN}/getGroupInfo`, { groupId: other })).code).to.equal(1015004000);
    });
  });

  describe("getGroupInfo", () => {
    for (const [who, path, client] of [
      ["any member", APP, () => viewer.client],
      ["an operator", ADMIN, () => operator],
    ] as const)
      it(`${who} sees the group, its members and their faces`, async () => {
        const { code, data, msg } = await client().post(`${path}/getGroupInfo`, { groupId: chat.groupId });
        expect(code, msg).to.equal(0);
        const [group] = data.groupInfo;
        expect(data.groupInfo).to.have.length(1);
        expect(group).to.include({
          groupId: chat.groupId,
          type: "ChatRoom",
          name: "茶 Tea evening",
          memberNum: 2,
          muteAllMember: "Off",
          errorCode: 0,
        });
        const [first, second] = group.memberList;
        expect(first).to.include({ role: "Owner", member_Account: String(chat.host.member._id), muteUntil: 0 });
        expect(second).to.include({ nickname: "小红", role: "Member", member_Account: String(viewer.member._id) });
        expect(Math.abs(second.joinTime - Date.now())).to.be.below(120_000);
        expect(second).to.have.all.keys(
          "nickname avatar role member_Account joinTime muteUntil lastSendMsgTime".split(" "),
        );
      });
  });

  describe("getOnlineMemberNum", () => {
    it("any member and operators are told how many are there", async () => {
      expect((await viewer.client.post(`${APP}/getOnlineMemberNum`, { groupId: chat.groupId })).data).to.equal(2);
      const reply = await operator.post(`${ADMIN}/getOnlineMemberNum`, { groupId: chat.groupId });
      expect([reply.code, reply.data]).to.deep.equal([0, 2]);
    });

    it("whoever is put out of the chat is not there any more", async () => {
      const quiet = await buildChat();
      await enter(quiet.groupId, [String(viewer.member._id)]);
      await control("POST", `/im/groups/${quiet.groupId}/leave`, { accounts: [String(viewer.member._id)] });
      expect((await viewer.client.post(`${APP}/getOnlineMemberNum`, { groupId: quiet.groupId })).data).to.equal(1);
    });
  });

  describe("modifyGroupBaseInfo", () => {
    it("the host changes name, texts and picture; what is left out stays", async () => {
      const { groupId, host: owner } = await buildChat();
      const change = { name: "新名", introduction: "介绍", notification: "公告", faceUrl: "https://a.example/b.png" };
      const reply = await owner.client.post(`${APP}/modifyGroupBaseInfo`, { groupId, ...change });
      expect([reply.code, reply.data], reply.msg).to.deep.equal([0, true]);
      expect(await groupAtPlatform(groupId)).to.include({ ...change, muteAllMember: "Off" });
      await owner.client.post(`${APP}/modifyGroupBaseInfo`, { groupId, notification: "" });
      expect(await groupAtPlatform(groupId)).to.include({ ...change, notification: "" });
    });

    it("all are muted but the owner, and may write again", async () => {
      const { groupId, host: owner } = await buildChat();
      const [guest, master] = [String(viewer.member._id), String(owner.member._id)];
      await enter(groupId, [guest]);
      const set = (muteAllMember: string) =>
        owner.client.post(`${APP}/modifyGroupBaseInfo`, { groupId, muteAllMember });
      expect((await set("On")).data).to.equal(true);
      expect([await say(groupId, guest), await say(groupId, master)]).to.deep.equal([false, true]);
      expect((await set("Off")).data).to.equal(true);
      expect(await say(groupId, guest)).to.equal(true);
    });

    it("an operator's change is in the audit log as it was and as it is", async () => {
      const { groupId } = await buildChat({ liveName: "Before" });
      const reply = await operator.post(`${ADMIN}/modifyGroupBaseInfo`, {
        groupId,
        name: "After",
        muteAllMember: "On",
      });
      expect([reply.code, reply.data], reply.msg).to.deep.equal([0, true]);
      const [row, ...rest] = await auditOf(groupId);
      expect(rest).to.deep.equal([]);
      expect(row).to.deep.include({
        action: "im.modifyGroupBaseInfo",
        before: { name: "Before", muteAllMember: "Off" },
        after: { name: "After", muteAllMember: "On" },
      });
      expect(row!.operatorId).to.be.a("number");
      expect(row!.requestId).to.equal(reply.headers.get("x-request-id"));
    });

    it("bad input is named", async () => {
      for (const [body, field] of [
        [{ name: "x" }, "groupId"],
        [{ groupId: "g".repeat(49), name: "x" }, "groupId"],
        [{ groupId: chat.groupId }, "name"],
        [{ groupId: chat.groupId, name: "茶".repeat(11) }, "name"],
        [{ groupId: chat.groupId, introduction: "x".repeat(241) }, "introduction"],
        [{ groupId: chat.groupId, notification: "茶".repeat(101) }, "notification"],
        [{ groupId: chat.groupId, faceUrl: `https://a.example/${"x".repeat(100)}` }, "faceUrl"],
        [{ groupId: chat.groupId, faceUrl: "javascript:alert(1)" }, "faceUrl"],
        [{ groupId: chat.groupId, muteAllMember: "on" }, "muteAllMember"],
        [{ groupId: chat.groupId, muteAllMember: { $gt: "" } }, "muteAllMember"],
      ] as const) {
        const reply = await host.post(`${APP}/modifyGroupBaseInfo`, body);
        expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(body)).to.deep.equal([400, field]);
      }
    });
  });

  describe("forbidSendMsg and getGroupMutedAccount", () => {
    it("the host mutes members for a while, and lifts it", async () => {
      const { groupId, host: owner } = await buildChat();
      const guest = String(viewer.member._id);
      await enter(groupId, [guest]);
      const mute = (muteTime: unknown) =>
        owner.client.post(`${APP}/forbidSendMsg`, { groupId, members_Account: [guest], muteTime });
      expect((await mute(600)).data).to.equal(true);
      expect(await say(groupId, guest)).to.equal(false);
      const { data } = await owner.client.post(`${APP}/getGroupMutedAccount`, { groupId });
      expect(data.mutedAccountList).to.have.length(1);
      const [entry] = data.mutedAccountList;
      expect(entry).to.include({ nickname: "小红", member_Account: guest });
      expect(Math.abs(entry.mutedUntil - Date.now() - 600_000)).to.be.below(15_000);
      const info = await viewer.client.post(`${APP}/getGroupInfo`, { groupId });
      expect(info.data.groupInfo[0].memberList[1].muteUntil).to.equal(entry.mutedUntil);
      // Long fields take decimal text too.
      expect((await mute("0")).data).to.equal(true);
      expect(await say(groupId, guest)).to.equal(true);
      const after = await operator.post(`${ADMIN}/getGroupMutedAccount`, { groupId });
      expect(after.data.mutedAccountList).to.deep.equal([]);
    });

    it("4294967295 is for ever, and an operator may do it too, with an audit row", async () => {
      const { groupId } = await buildChat();
      const guest = String(viewer.member._id);
      const body = { groupId, members_Account: [guest, guest], muteTime: FOR_EVER };
      expect((await operator.post(`${ADMIN}/forbidSendMsg`, body)).data).to.equal(true);
      expect((await groupAtPlatform(groupId))!.mutedUntil).to.deep.equal({ [guest]: FOR_EVER });
      const { data } = await operator.post(`${ADMIN}/getGroupMutedAccount`, { groupId });
      expect(data.mutedAccountList[0].mutedUntil).to.equal(FOR_EVER * 1_000);
      const [row] = await auditOf(groupId);
      expect(row).to.deep.include({
        action: "im.forbidSendMsg",
        before: { muted: [] },
        after: { accounts: [guest], muteTime: FOR_EVER },
      });
    });

    it("500 accounts at once, not one more", async () => {
      const { groupId, host: owner } = await buildChat();
      const accounts = Array.from({ length: 501 }, (_, index) => `guest-${index}`);
      await enter(groupId, accounts);
      const mute = (members_Account: string[]) =>
        owner.client.post(`${APP}/forbidSendMsg`, { groupId, members_Account, muteTime: 60 });
      expect((await mute(accounts.slice(0, 500))).data).to.equal(true);
      const { data } = await owner.client.post(`${APP}/getGroupMutedAccount`, { groupId });
      expect(data.mutedAccountList).to.have.length(500);
      const tooMany = await mute(accounts);
      expect([tooMany.status, tooMany.msg.split(":")[0]]).to.deep.equal([400, "members_Account"]);
    });

    it("an account that the provider does not know is a refusal by name, and changes nothing", async () => {
      const { groupId } = await buildChat();
      const body = { groupId, members_Account: ["nobody-is-called-so"], muteTime: 60 };
      const reply = await operator.post(`${ADMIN}/forbidSendMsg`, body);
      expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 1015004005, false]);
      expect(await auditOf(groupId)).to.deep.equal([]);
      await runJobs();
      expect(await ChatCommandModel.countDocuments({ groupId, status: 0 })).to.equal(0);
    });

    it("bad input is named", async () => {
      const good = { groupId: chat.groupId, members_Account: ["1"], muteTime: 60 };
      for (const [more, field] of [
        [{ groupId: "" }, "groupId"],
        [{ members_Account: [] }, "members_Account"],
        [{ members_Account: "1" }, "members_Account"],
        [{ members_Account: [{ $gt: "" }] }, "members_Account"],
        [{ members_Account: ["x".repeat(33)] }, "members_Account"],
        [{ muteTime: -1 }, "muteTime"],
        [{ muteTime: FOR_EVER + 1 }, "muteTime"],
        [{ muteTime: 1.5 }, "muteTime"],
        [{ muteTime: { $gt: "" } }, "muteTime"],
      ] as const) {
        const reply = await host.post(`${APP}/forbidSendMsg`, { ...good, ...more });
        expect([reply.status, reply.msg.split(/[:.]/)[0]], JSON.stringify(more)).to.deep.equal([400, field]);
      }
    });
  });
});

/** A group of our application that is no live's. */
async function makeForeignGroup(groupId: string): Promise<void> {
  const { tencentIm } = await import("#shared/providers/chat/client.js");
  await tencentIm.importAccount({ account: "somebody", nickname: "", avatar: "" });
  await tencentIm.createGroup({ groupId, type: "ChatRoom", owner: "somebody", name: "Elsewhere", introduction: "" });
}
