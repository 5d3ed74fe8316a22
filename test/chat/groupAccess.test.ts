import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { buildChat, type BuiltChat } from "#test/factories/chat.js";
import { buildLive } from "#test/factories/live.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { callsOf, control, noImFaults } from "./support.js";
import { ADMIN, APP, buildTeaEvening } from "./teaEvening.js";

describe("chat groups of lives", () => {
  let chat: BuiltChat;
  let viewer: BuiltMember;
  let operator: Client;
  before(async () => {
    await startService();
    ({ chat, viewer, operator } = await buildTeaEvening());
  });
  afterEach(noImFaults);

  describe("who may", () => {
    const restricted = ["modifyGroupBaseInfo", "forbidSendMsg", "getGroupMutedAccount"];
    const open = ["getGroupInfo", "getOnlineMemberNum"];
    const bodyOf = (groupId: string) => ({ groupId, name: "x", members_Account: ["1"], muteTime: 1 });

    it("a member who is neither owner nor host gets 403 where the group is changed or its mutes are told", async () => {
      for (const verb of restricted) {
        const reply = await viewer.client.post(`${APP}/${verb}`, bodyOf(chat.groupId));
        expect([reply.status, reply.code], verb).to.deep.equal([403, 403]);
      }
      expect(await callsOf(chat.groupId, "forbid_send_msg")).to.deep.equal([]);
    });

    it("a room that changed hands is managed by its new host, and still by the group's owner", async () => {
      const { groupId, roomId, host: owner } = await buildChat();
      const heir = await buildMember();
      const rooms = (await buildOperator(["*"])).client;
      const room = (await rooms.get(`/admin-api/cloudlive/live-room/get?id=${roomId}`)).data;
      await rooms.put("/admin-api/cloudlive/live-room/update", { ...room, memberUserId: heir.member._id });
      for (const { client } of [heir, owner])
        expect((await client.post(`${APP}/getGroupMutedAccount`, { groupId })).code).to.equal(0);
    });

    it("strangers get 401, operators without the permission 403, members none of the operators' paths", async () => {
      const other = (await buildOperator(["cloudlive:live-spu:query"])).client;
      const reader = (await buildOperator(["cloudlive:im:query"])).client;
      for (const verb of [...restricted, ...open]) {
        const body = bodyOf(chat.groupId);
        expect((await stranger.post(`${APP}/${verb}`, body)).status, verb).to.equal(401);
        expect((await stranger.post(`${ADMIN}/${verb}`, body)).status, verb).to.equal(401);
        expect((await viewer.client.post(`${ADMIN}/${verb}`, body)).status, verb).to.equal(401);
        expect((await operator.post(`${APP}/${verb}`, body)).status, verb).to.equal(401);
        expect((await other.post(`${ADMIN}/${verb}`, {})).status, verb).to.equal(403);
      }
      for (const base of [APP, ADMIN]) expect((await stranger.get(`${base}/getAppidGroupList`)).status).to.equal(401);
      expect((await other.get(`${ADMIN}/getAppidGroupList`)).status).to.equal(403);
      expect((await reader.post(`${ADMIN}/forbidSendMsg`, bodyOf(chat.groupId))).status).to.equal(403);
    });

    it("an unknown group, and one of a deleted live, is 1015004000; one still to be made 1015004001", async () => {
      for (const groupId of ["live_999999999", "nonsense", "live_0", "live_1'; drop"])
        for (const verb of [...restricted, ...open]) {
          expect((await viewer.client.post(`${APP}/${verb}`, bodyOf(groupId))).code, verb).to.equal(1015004000);
          expect((await operator.post(`${ADMIN}/${verb}`, bodyOf(groupId))).code, verb).to.equal(1015004000);
        }
      await control("PUT", "/faults", { platform: "im", mode: "error", count: 100 });
      const { live } = await buildLive();
      const reply = await viewer.client.post(`${APP}/getGroupInfo`, { groupId: live.groupId });
      expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 1015004001, null]);
      await noImFaults();
      await runJobs();
      expect((await viewer.client.post(`${APP}/getGroupInfo`, { groupId: live.groupId })).code).to.equal(0);
    });

    it("without a chat provider all of it is 1001009003", async () => {
      const { IM_SECRET_KEY } = config;
      Object.assign(config, { IM_SECRET_KEY: "" });
      try {
        expect((await viewer.client.get(`${APP}/getAppidGroupList`)).code).to.equal(1001009003);
        for (const verb of open)
          expect((await viewer.client.post(`${APP}/${verb}`, bodyOf(chat.groupId))).code).to.equal(1001009003);
      } finally {
        Object.assign(config, { IM_SECRET_KEY });
      }
    });
  });
});
