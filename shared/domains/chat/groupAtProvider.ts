import type { ChatGroup, MutedAccount } from "#shared/providers/chat/port.js";
import { ASKED_MS, asked, chat, timeWithin } from "./chatProvider.js";

/** What a worker does about each question of readGroup.ts. */
export const listGroupsAtProvider = async (): Promise<{ groupIds: string[] }> => ({
  groupIds: await asked(chat.listGroups(timeWithin(ASKED_MS))),
});

export const readGroupAtProvider = (groupId: string): Promise<ChatGroup> =>
  asked(chat.groupInfo(groupId, timeWithin(ASKED_MS)));

export const readMutedAtProvider = async (groupId: string): Promise<{ muted: MutedAccount[] }> => ({
  muted: await asked(chat.mutedAccounts(groupId, timeWithin(ASKED_MS))),
});

export const countOnlineAtProvider = async (groupId: string): Promise<{ online: number }> => ({
  online: await asked(chat.onlineCount(groupId, timeWithin(ASKED_MS))),
});
