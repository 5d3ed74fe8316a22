import type { z } from "zod";
import type { ChatFace, ShownChatGroup, ShownMuted } from "#shared/domains/chat/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { GroupInfoView, GroupListView, MutedListView } from "./chat.schemas.js";

/** The provider sends seconds; 0 stays 0. */
const ms = (seconds: number): number => seconds * 1_000;
const nobody: ChatFace = { nickname: "", avatar: "" };
const faceView = ({ nickname, avatar }: ChatFace = nobody): ChatFace => ({ nickname, avatar: mediaUrl(avatar) });

export const groupListView = (groupIds: readonly string[]): z.input<typeof GroupListView> => ({
  totalCount: groupIds.length,
  groupIdList: groupIds.map((groupId) => ({
    groupId,
    type: null,
    name: null,
    introduction: null,
    notification: null,
    faceUrl: null,
    muteAllMember: null,
    memberNum: null,
    maxMemberNum: null,
    memberList: null,
  })),
  errorInfo: "",
  actionStatus: "OK",
  errorCode: 0,
});

export const groupInfoView = ({ group, faces }: ShownChatGroup): z.input<typeof GroupInfoView> => ({
  groupInfo: [
    {
      groupId: group.groupId,
      type: group.type,
      name: group.name,
      introduction: group.introduction,
      notification: group.notification,
      faceUrl: group.faceUrl,
      muteAllMember: group.muteAllMember,
      memberNum: group.memberCount,
      maxMemberNum: group.maxMemberCount,
      memberList: group.members.map((member) => ({
        ...faceView(faces.get(member.account)),
        role: member.role,
        member_Account: member.account,
        joinTime: ms(member.joinedAt),
        muteUntil: ms(member.mutedUntil),
        lastSendMsgTime: ms(member.lastSentAt),
      })),
      errorCode: 0,
    },
  ],
});

export const mutedListView = ({ muted, faces }: ShownMuted): z.input<typeof MutedListView> => ({
  mutedAccountList: muted.map(({ account, until }) => ({
    ...faceView(faces.get(account)),
    member_Account: account,
    mutedUntil: ms(until),
  })),
});
