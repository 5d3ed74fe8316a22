import { findLiveOfGroup, findLiveRooms } from "#shared/domains/live/index.js";
import { MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import { chatErrors } from "./chat.errors.js";
import { ChatGroupModel, type ChatGroupDoc } from "./chatGroup.model.js";
import { ChatGroupStatus } from "./chatGroup.states.js";

async function findChatGroup(groupId: string): Promise<ChatGroupDoc | null> {
  return ChatGroupModel.findOne({ groupId }).lean<ChatGroupDoc>();
}

export async function findGroupOfLive(liveId: number): Promise<ChatGroupDoc | null> {
  return ChatGroupModel.findOne({ liveId }).lean<ChatGroupDoc>();
}

/**
 * The group of a live, with the member who broadcasts there. Only groups of lives are visible: others that our
 * application has at the provider are not found. ChatGroupNotFound, ChatGroupNotReady.
 */
export async function getChatGroup(groupId: string): Promise<{ group: ChatGroupDoc; hostId: number | null }> {
  const live = await findLiveOfGroup(groupId);
  if (!live) throw chatErrors.ChatGroupNotFound();
  const group = await findChatGroup(groupId);
  if (!group || group.status === ChatGroupStatus.pending) throw chatErrors.ChatGroupNotReady();
  if (group.status === ChatGroupStatus.dissolved) throw chatErrors.ChatGroupNotFound();
  const room = (await findLiveRooms([live.liveRoomId])).get(live.liveRoomId);
  return { group, hostId: room && !room.deletedAt ? room.memberId : null };
}

/** 403 to a member who neither owns the group nor broadcasts in the room (rules: Chat, live, video). */
export async function checkMayManage(memberId: number, groupId: string): Promise<void> {
  const { group, hostId } = await getChatGroup(groupId);
  if (memberId !== group.ownerId && memberId !== hostId) throw errors.Forbidden();
}

/** Only those of these groups that are chats of lives, in the same order. */
export async function onlyChatsOfLives(groupIds: readonly string[]): Promise<string[]> {
  const rows = await ChatGroupModel.find(
    { groupId: { $in: groupIds }, status: ChatGroupStatus.live },
    { groupId: 1 },
  ).lean<Pick<ChatGroupDoc, "groupId">[]>();
  const ours = new Set(rows.map(({ groupId }) => groupId));
  return groupIds.filter((groupId) => ours.has(groupId));
}

/** How a member is shown beside the provider's data of the account. */
export interface ChatFace {
  nickname: string;
  avatar: string;
}

/** By account; accounts that are not (or no longer) members are missing. */
export async function facesOf(accounts: readonly string[]): Promise<Map<string, ChatFace>> {
  const ids = accounts.map(memberIdOf).filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const members = await MemberModel.find({ _id: { $in: ids } }, { nickname: 1, avatar: 1 }).lean<
    Pick<MemberDoc, "_id" | "nickname" | "avatar">[]
  >();
  return new Map(members.map(({ _id, nickname, avatar }) => [accountOf(_id), { nickname, avatar }]));
}

/** A member's account at the provider is the member's id. */
export const accountOf = (memberId: number): string => String(memberId);
const memberIdOf = (account: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(account) ? Number(account) : undefined;
