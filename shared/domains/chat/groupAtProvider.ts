import type { ChatGroup, MutedAccount } from "#shared/providers/chat/port.js";
import { chat, forWaitingClient, PROVIDER_TIMEOUT_MS, timeWithin } from "./chatProvider.js";

/** The worker's side of each ask of readGroup.ts. */
export const listGroupsAtProvider = async (): Promise<{ groupIds: string[] }> => ({
  groupIds: await forWaitingClient(chat.listGroups(timeWithin(PROVIDER_TIMEOUT_MS))),
});

export const readGroupAtProvider = (groupId: string): Promise<ChatGroup> =>
  forWaitingClient(chat.groupInfo(groupId, timeWithin(PROVIDER_TIMEOUT_MS)));

export const readMutedAtProvider = async (groupId: string): Promise<{ muted: MutedAccount[] }> => ({
  muted: await forWaitingClient(chat.mutedAccounts(groupId, timeWithin(PROVIDER_TIMEOUT_MS))),
});

export const countOnlineAtProvider = async (groupId: string): Promise<{ online: number }> => ({
  online: await forWaitingClient(chat.onlineCount(groupId, timeWithin(PROVIDER_TIMEOUT_MS))),
});
