import { LiveRoomType, LiveStatus } from "#shared/domains/live/live.states.js";
import type { Shop, Shopper } from "../shopper.js";
import { expect, step, until } from "../walk.js";

interface Group {
  groupId: string;
  type: string | null;
  name: string | null;
  notification: string | null;
  memberNum: number | null;
  memberList: { role: string | null }[] | null;
}

const IM = "/app-api/cloudlive/im";
const MINUTE = 60;
/** 1015002002. */
const NOT_RUNNING = 1_015_002_002;

/** The chat of a live: it starts with its group, its host moderates, a guest is muted and unmuted; then it is cut. */
export async function runChat(host: Shopper, guest: Shopper, shop: Shop): Promise<void> {
  const { operator, sandbox } = shop;
  const { liveId, streamName, groupId } = await openRoom(host, shop);
  const account = String(guest.userId);
  const info = async (): Promise<Group> => {
    const { groupInfo } = await guest.client.post(`${IM}/getGroupInfo`, { groupId });
    return groupInfo[0]!;
  };
  const isHeard = async (): Promise<boolean> =>
    (
      await sandbox.post<{ delivered: boolean }>(`/sandbox/im/groups/${groupId}/messages`, {
        account,
        text: "Which tea?",
      })
    ).delivered;
  await step(
    "its chat group was made by a job; the guest enters",
    async () => {
      await until("the group", async () => {
        const { groupIdList } = await guest.client.get(`${IM}/getAppidGroupList`);
        return groupIdList.find((group) => group.groupId === groupId);
      });
      await sandbox.post(`/sandbox/im/groups/${groupId}/join`, { accounts: [account] });
      // The same query within two seconds is sent once.
      const group = await until("the guest", async () => {
        const now = await info();
        return now.memberNum === 2 ? now : undefined;
      });
      expect(group.memberList?.some(({ role }) => role === "Owner") === true, "the group has no owner");
      const online = await guest.client.post(`${IM}/getOnlineMemberNum`, { groupId });
      expect(online === 2, `${online} are online`);
      return group;
    },
    ({ name, type, memberNum }) => `${name} (${type}), ${memberNum} members`,
  );
  await step(
    "a guest may not rename it; the host does",
    async () => {
      const change = { groupId, name: "Teapot talk", notification: "Be kind, the kiln is hot" };
      await guest.client.refused(403, "POST", `${IM}/modifyGroupBaseInfo`, change);
      await host.client.post(`${IM}/modifyGroupBaseInfo`, change);
      return until("the new name", async () => {
        const group = await info();
        return group.name === change.name ? group : undefined;
      });
    },
    ({ notification }) => notification ?? "",
  );
  await step(
    "the host mutes the guest for a minute",
    async () => {
      expect(await isHeard(), "the guest is not heard");
      await host.client.post(`${IM}/forbidSendMsg`, { groupId, members_Account: [account], muteTime: MINUTE });
      expect(!(await isHeard()), "the guest is still heard");
      const { mutedAccountList } = await host.client.post(`${IM}/getGroupMutedAccount`, { groupId });
      expect(mutedAccountList.length === 1, `${mutedAccountList.length} are muted`);
      return mutedAccountList[0]!;
    },
    ({ mutedUntil }) => `until ${new Date(mutedUntil).toISOString().slice(11, 19)}`,
  );
  await step("an operator lifts it; the guest is heard", async () => {
    await operator.post("/admin-api/cloudlive/im/forbidSendMsg", { groupId, members_Account: [account], muteTime: 0 });
    expect(await isHeard(), "the guest is not heard");
  });
  await step(
    "the chat provider fails; the command is stored and applied later",
    async () => {
      await sandbox.put("/sandbox/faults", { platform: "im", mode: "error", count: 1_000 });
      const mute = { groupId, muteAllMember: "On" };
      await host.client.refused(503, "POST", `${IM}/modifyGroupBaseInfo`, mute);
      await sandbox.put("/sandbox/faults", { platform: "im", mode: "error", count: 0 });
      await until("the mute of all", async () => ((await isHeard()) ? undefined : true), 60);
      await host.client.post(`${IM}/modifyGroupBaseInfo`, { ...mute, muteAllMember: "Off" });
    },
    () => "everyone was muted after all",
  );
  await step(
    "the operator ends the live: its stream is cut",
    async () => {
      await operator.put("/admin-api/cloudlive/live-base-info/end", { id: liveId });
      await until("the cut", async () => {
        const pushes = await sandbox.get<{ streamName: string; wasCut?: boolean }[]>("/sandbox/live");
        return pushes.find((push) => push.streamName === streamName && push.wasCut);
      });
      await guest.client.refused(NOT_RUNNING, "POST", "/app-api/cloudlive/live/like", { id: liveId, count: 1 });
    },
    () => streamName,
  );
}

async function openRoom(
  { client, userId }: Shopper,
  { operator, sandbox }: Shop,
): Promise<{ liveId: number; streamName: string; groupId: string }> {
  return step(
    "a live with a chat, its host pushes",
    async () => {
      const liveRoomId = await operator.post<number>("/admin-api/cloudlive/live-room/create", {
        memberUserId: userId,
        roomName: "The talking kiln",
        liveType: LiveRoomType.personal,
      });
      const liveId = await operator.post<number>("/admin-api/cloudlive/live-base-info/create", {
        liveRoomId,
        liveName: "Questions to a potter",
      });
      const path = `/admin-api/cloudlive/live-base-info/get?id=${liveId}`;
      const { streamName, groupId } = await operator.get<{ streamName: string; groupId: string }>(path);
      await sandbox.post(`/sandbox/live/${streamName}/start`);
      await until("the live", async () => {
        const body = { pageNo: 1, pageSize: 20, status: LiveStatus.live };
        const { list } = await client.post("/app-api/cloudlive/live/getLiveRoomLivingPage", body);
        return list.find(({ liveBaseInfoRespVO }) => liveBaseInfoRespVO.id === liveId);
      });
      return { liveId, streamName, groupId };
    },
    ({ groupId }) => groupId,
  );
}
