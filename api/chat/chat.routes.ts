import { z } from "zod";
import { endpoint, member, needing, operator } from "#api/http/endpoint.js";
import {
  checkMayManage,
  countOnlineMembers,
  listChatGroups,
  modifyChatGroup,
  muteInChatGroup,
  readChatGroup,
  readMutedAccounts,
} from "#shared/domains/chat/index.js";
import type { ChatGroupChange } from "#shared/providers/chat/port.js";
import type { Actor } from "#shared/kernel/request/context.js";
import {
  ForbidSendMsgBody,
  GroupIdBody,
  GroupInfoView,
  GroupListView,
  GroupModifyBody,
  MutedListView,
} from "./chat.schemas.js";
import { groupInfoView, groupListView, mutedListView } from "./chat.views.js";

const APP = "/app-api/cloudlive/im";
const ADMIN = "/admin-api/cloudlive/im";
const query = operator("cloudlive:im:query");
const update = operator("cloudlive:im:update");

/** Each of the six exists twice: for members, some only for the group's owner and host, and for operators. */
const listGroups = {
  method: "get",
  summary: "Lists the chat groups of lives; getGroupInfo returns their details",
  output: GroupListView,
  handle: listChatGroups,
  view: groupListView,
} as const;

const groupInfo = {
  method: "post",
  summary: "Returns a chat group and its members",
  input: { body: GroupIdBody },
  output: GroupInfoView,
  view: groupInfoView,
} as const;

const onlineCount = {
  method: "post",
  summary: "Counts the members of a chat group who are online",
  input: { body: GroupIdBody },
  output: z.number().int(),
} as const;

const mutedList = {
  method: "post",
  summary: "Lists the members who are muted in a chat group",
  input: { body: GroupIdBody },
  output: MutedListView,
  view: mutedListView,
} as const;

const modify = {
  method: "post",
  summary: "Updates the name, texts and picture of a chat group, and whether everyone is muted",
  input: { body: GroupModifyBody },
  output: z.boolean(),
} as const;

const forbid = {
  method: "post",
  summary: "Mutes up to 500 accounts for a number of seconds; 0 unmutes them, 4294967295 mutes them permanently",
  input: { body: ForbidSendMsgBody },
  output: z.boolean(),
} as const;

type ModifyBody = z.output<typeof GroupModifyBody>;
type ForbidBody = z.output<typeof ForbidSendMsgBody>;
const modifyBy = (actor: Actor, { groupId, ...body }: ModifyBody): Promise<true> => {
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  return modifyChatGroup(actor, groupId, Object.fromEntries(given) as ChatGroupChange);
};
const forbidBy = (actor: Actor, { groupId, members_Account: accounts, muteTime: muteSeconds }: ForbidBody) =>
  muteInChatGroup(actor, groupId, { accounts, muteSeconds });

export const chatEndpoints = needing("chat", [
  endpoint({ ...listGroups, path: `${APP}/getAppidGroupList`, access: member() }),
  endpoint({ ...listGroups, path: `${ADMIN}/getAppidGroupList`, access: query }),
  endpoint({
    ...groupInfo,
    path: `${APP}/getGroupInfo`,
    access: member(),
    handle: ({ body }) => readChatGroup(body.groupId),
  }),
  endpoint({
    ...groupInfo,
    path: `${ADMIN}/getGroupInfo`,
    access: query,
    handle: ({ body }) => readChatGroup(body.groupId),
  }),
  endpoint({
    ...onlineCount,
    path: `${APP}/getOnlineMemberNum`,
    access: member(),
    handle: ({ body }) => countOnlineMembers(body.groupId),
  }),
  endpoint({
    ...onlineCount,
    path: `${ADMIN}/getOnlineMemberNum`,
    access: query,
    handle: ({ body }) => countOnlineMembers(body.groupId),
  }),
  endpoint({
    ...mutedList,
    path: `${APP}/getGroupMutedAccount`,
    access: member(),
    handle: async ({ actor, body }) => {
      await checkMayManage(actor.memberId, body.groupId);
      return readMutedAccounts(body.groupId);
    },
  }),
  endpoint({
    ...mutedList,
    path: `${ADMIN}/getGroupMutedAccount`,
    access: query,
    handle: ({ body }) => readMutedAccounts(body.groupId),
  }),
  endpoint({
    ...modify,
    path: `${APP}/modifyGroupBaseInfo`,
    access: member(),
    handle: async ({ actor, body }) => {
      await checkMayManage(actor.memberId, body.groupId);
      return modifyBy(actor, body);
    },
  }),
  endpoint({
    ...modify,
    path: `${ADMIN}/modifyGroupBaseInfo`,
    access: update,
    handle: ({ actor, body }) => modifyBy(actor, body),
  }),
  endpoint({
    ...forbid,
    path: `${APP}/forbidSendMsg`,
    access: member(),
    handle: async ({ actor, body }) => {
      await checkMayManage(actor.memberId, body.groupId);
      return forbidBy(actor, body);
    },
  }),
  endpoint({
    ...forbid,
    path: `${ADMIN}/forbidSendMsg`,
    access: update,
    handle: ({ actor, body }) => forbidBy(actor, body),
  }),
]);
