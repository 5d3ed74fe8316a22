import type { ChatGroup, MutedAccount } from "#shared/providers/chat/index.js";
import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { countOnlineJob, listGroupsJob, readGroupJob, readMutedJob } from "./chat.jobs.js";
import { chatErrors } from "./chat.errors.js";
import { facesOf, getChatGroup, onlyChatsOfLives, type ChatFace } from "./chatGroup.queries.js";
import { ASKED_MS, asked, chat, timeWithin } from "./chatPlatform.js";

/*
 * Each question twice: how the API asks it, and what a worker does about it. The API waits at most 5 s, StillWorking
 * after that; the same question within 2 s is asked once.
 */
const reading = { timeoutMs: askWaitMs.long, coalesce: true };

/** The groups of lives. ChatNotSetUp. */
export async function listChatGroups(): Promise<string[]> {
  if (!chat.isConfigured()) throw chatErrors.ChatNotSetUp();
  const { groupIds } = await ask(listGroupsJob, {}, reading);
  return onlyChatsOfLives(groupIds);
}
export const listGroupsAtPlatform = async (): Promise<{ groupIds: string[] }> => ({
  groupIds: await asked(chat.listGroups(timeWithin(ASKED_MS))),
});

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
export const readGroupAtPlatform = (groupId: string): Promise<ChatGroup> =>
  asked(chat.groupInfo(groupId, timeWithin(ASKED_MS)));

export interface ShownMuted {
  muted: MutedAccount[];
  faces: Map<string, ChatFace>;
}
/** Who may not write there now. ChatGroupNotFound, ChatGroupNotReady. */
export async function readMutedAccounts(groupId: string): Promise<ShownMuted> {
  const { changes } = (await getChatGroup(groupId)).group;
  const { muted } = await ask(readMutedJob, { groupId, changes }, reading);
  return { muted, faces: await facesOf(muted.map(({ account }) => account)) };
}
export const readMutedAtPlatform = async (groupId: string): Promise<{ muted: MutedAccount[] }> => ({
  muted: await asked(chat.mutedAccounts(groupId, timeWithin(ASKED_MS))),
});

/** How many of a group are online. ChatGroupNotFound, ChatGroupNotReady. */
export async function countOnlineMembers(groupId: string): Promise<number> {
  const { changes } = (await getChatGroup(groupId)).group;
  return (await ask(countOnlineJob, { groupId, changes }, reading)).online;
}
export const countOnlineAtPlatform = async (groupId: string): Promise<{ online: number }> => ({
  online: await asked(chat.onlineCount(groupId, timeWithin(ASKED_MS))),
});
