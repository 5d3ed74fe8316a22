import { z } from "zod";
import { callChat, codes } from "./call.js";
import { ChatRefused, isChatConfigured, type ChatGroupChange, type ChatClient } from "./port.js";

/** Tencent Cloud Chat, REST of version 4. */
const GROUP = "/v4/group_open_http_svc";
const LOGIN = "/v4/im_open_login_svc";
/** The largest page, and the most pages that are read. */
const PAGE = 10_000;
const MOST_PAGES = 10;

const Done = z.object({});
const Count = z.number().int().min(0);
const Text = z.string().default("");

const GroupIds = z.object({
  GroupIdList: z.array(z.object({ GroupId: z.string() })).default([]),
  /** 0: that was the last page. */
  Next: z.number().default(0),
});
const Member = z.object({
  Member_Account: z.string(),
  Role: z.string().default("Member"),
  JoinTime: Count.default(0),
  MuteUntil: Count.default(0),
  LastSendMsgTime: Count.default(0),
});
const Group = z.object({
  GroupId: z.string(),
  ErrorCode: z.number().default(0),
  ErrorInfo: Text,
  Type: Text,
  Name: Text,
  Introduction: Text,
  Notification: Text,
  FaceUrl: Text,
  Owner_Account: Text,
  MuteAllMember: z.string().default("Off"),
  MemberNum: Count.default(0),
  MaxMemberNum: Count.default(0),
  MemberList: z.array(Member).default([]),
});
const GroupInfos = z.object({ GroupInfo: z.array(Group).min(1) });
const Added = z.object({
  /** 0 failed, 1 added, 2 was a member before. */
  MemberList: z.array(z.object({ Member_Account: z.string(), Result: z.number() })).default([]),
});
const Muted = z.object({
  MutedAccountList: z.array(z.object({ Member_Account: z.string(), MutedUntil: Count })).default([]),
});
const Online = z.object({ OnlineMemberNum: Count });

/** Undefined for a refusal with one of these numbers, which means that the goal is reached already. */
async function unless<T>(fine: readonly number[], call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ChatRefused && fine.includes(error.errorCode)) return undefined;
    throw error;
  }
}

export const tencentIm: ChatClient = {
  isConfigured: isChatConfigured,

  async kickOut(account, left) {
    await unless([codes.accountToKickUnknown], callChat(`${LOGIN}/kick`, { UserID: account }, Done, left));
  },

  async importAccount({ account, nickname, avatar }, left) {
    const body = {
      UserID: account,
      ...(nickname ? { Nick: nickname } : {}),
      ...(avatar ? { FaceUrl: avatar } : {}),
    };
    await callChat(`${LOGIN}/account_import`, body, Done, left);
  },

  async createGroup({ groupId, type, owner, name, introduction }, left) {
    const body = {
      Owner_Account: owner,
      Type: type,
      GroupId: groupId,
      Name: name,
      ...(introduction ? { Introduction: introduction } : {}),
      // An AVChatRoom is open by its type and takes no option.
      ...(type === "AVChatRoom" ? {} : { ApplyJoinOption: "FreeAccess" }),
    };
    const made = await unless([codes.idTaken, codes.idOurs], callChat(`${GROUP}/create_group`, body, Done, left));
    return made !== undefined;
  },

  async destroyGroup(groupId, left) {
    const gone = [codes.groupGone, codes.groupUnknown];
    await unless(gone, callChat(`${GROUP}/destroy_group`, { GroupId: groupId }, Done, left));
  },

  async addMembers(groupId, accounts, left) {
    const body = {
      GroupId: groupId,
      Silence: 1,
      MemberList: accounts.map((account) => ({ Member_Account: account })),
    };
    const { MemberList } = await callChat(`${GROUP}/add_group_member`, body, Added, left);
    return MemberList.filter(({ Result }) => Result === 0).map(({ Member_Account }) => Member_Account);
  },

  async listGroups(left) {
    const groupIds: string[] = [];
    let next = 0;
    for (let page = 0; page < MOST_PAGES; page++) {
      const body = { Limit: PAGE, Next: next };
      const { GroupIdList, Next } = await callChat(`${GROUP}/get_appid_group_list`, body, GroupIds, left);
      groupIds.push(...GroupIdList.map(({ GroupId }) => GroupId));
      if (Next === 0) break;
      next = Next;
    }
    return groupIds;
  },

  async groupInfo(groupId, left) {
    const { GroupInfo } = await callChat(`${GROUP}/get_group_info`, { GroupIdList: [groupId] }, GroupInfos, left);
    const group = GroupInfo[0]!;
    // Refused per group, as the call takes several, so the call itself succeeds.
    if (group.ErrorCode !== 0) throw new ChatRefused(group.ErrorCode, group.ErrorInfo, false, "noGroup");
    return {
      groupId: group.GroupId,
      type: group.Type,
      name: group.Name,
      introduction: group.Introduction,
      notification: group.Notification,
      faceUrl: group.FaceUrl,
      owner: group.Owner_Account,
      muteAllMember: group.MuteAllMember,
      memberCount: group.MemberNum,
      maxMemberCount: group.MaxMemberNum,
      members: group.MemberList.map((member) => ({
        account: member.Member_Account,
        role: member.Role,
        joinedAt: member.JoinTime,
        mutedUntil: member.MuteUntil,
        lastSentAt: member.LastSendMsgTime,
      })),
    };
  },

  async changeGroup(groupId, change, left) {
    await callChat(`${GROUP}/modify_group_base_info`, { GroupId: groupId, ...onTheWire(change) }, Done, left);
  },

  async mute(groupId, accounts, seconds, left) {
    const body = { GroupId: groupId, Members_Account: accounts, MuteTime: seconds };
    await callChat(`${GROUP}/forbid_send_msg`, body, Done, left);
  },

  async mutedAccounts(groupId, left) {
    const { MutedAccountList } = await callChat(`${GROUP}/get_group_muted_account`, { GroupId: groupId }, Muted, left);
    return MutedAccountList.map(({ Member_Account, MutedUntil }) => ({ account: Member_Account, until: MutedUntil }));
  },

  async onlineCount(groupId, left) {
    const { OnlineMemberNum } = await callChat(`${GROUP}/get_online_member_num`, { GroupId: groupId }, Online, left);
    return OnlineMemberNum;
  },
};

const onTheWire = ({ name, introduction, notification, faceUrl, muteAllMember }: ChatGroupChange): object => ({
  Name: name,
  Introduction: introduction,
  Notification: notification,
  FaceUrl: faceUrl,
  MuteAllMember: muteAllMember,
});
