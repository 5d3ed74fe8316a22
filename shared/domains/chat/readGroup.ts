import type { ChatGroup, MutedAccount } from "#shared/providers/chat/port.js";
import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { countOnlineJob, listGroupsJob, readGroupJob, readMutedJob } from "./chat.jobs.js";
import { facesOf, getChatGroup, onlyChatsOfLives, type ChatFace } from "./chatGroup.queries.js";

/** The API waits at most 5 s, StillWorking after that; the same ask within 2 s is sent once. */
const reading = { timeoutMs: askWaitMs.long, coalesce: true };

/** The groups of lives. */
export async function listChatGroups(): Promise<string[]> {
  const { groupIds } = await ask(listGroupsJob, {}, reading);
  return onlyChatsOfLives(groupIds);
}

export interface ShownChatGroup {
  group: ChatGroup;
  faces: Map<string, ChatFace>;
}
/** A group and its members. ChatGroupNotFound, ChatGroupNotReady. */
export async function readChatGroup(groupId: string): Promise<ShownChatGroup> {
  const { changes } = (await getChatGroup(groupId)).group;
  const group = await ask(readGroupJob, { groupId, changes }, reading);
  return { group, faces: await facesOf(group.members.map(({ account }) => account)) };
}

export interface ShownMuted {
  muted: MutedAccount[];
  faces: Map<string, ChatFace>;
}
/** The accounts that are muted now. ChatGroupNotFound, ChatGroupNotReady. */
export async function readMutedAccounts(groupId: string): Promise<ShownMuted> {
  const { changes } = (await getChatGroup(groupId)).group;
  const { muted } = await ask(readMutedJob, { groupId, changes }, reading);
  return { muted, faces: await facesOf(muted.map(({ account }) => account)) };
}

/** How many of a group are online. ChatGroupNotFound, ChatGroupNotReady. */
export async function countOnlineMembers(groupId: string): Promise<number> {
  const { changes } = (await getChatGroup(groupId)).group;
  return (await ask(countOnlineJob, { groupId, changes }, reading)).online;
}
