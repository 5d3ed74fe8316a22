import { chatLimits } from "#shared/providers/chat/port.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import type { ChatGroupDoc } from "./chatGroup.model.js";
import { accountOf, findGroupOfLive } from "./chatGroup.queries.js";
import { chat } from "./chatProvider.js";
import { importAccount, makeGroup } from "./makeGroup.js";
import { ChatGroupStatus } from "./chatGroup.states.js";

/**
 * For workers: adds members to a live's group, which is made now if its own job has not run yet. Members cannot be
 * added to an AVChatRoom: only their accounts are imported, and they enter by themselves. StillWorking while the group
 * cannot be made.
 */
export async function addMembers(liveId: number, memberIds: readonly number[]): Promise<void> {
  if (!chat.isConfigured()) return;
  const group = await groupOf(liveId);
  if (!group || group.status === ChatGroupStatus.pending) throw errors.StillWorking({}, 2);
  if (group.status === ChatGroupStatus.dissolved) return;
  for (const memberId of memberIds) await importAccount(memberId);
  if (config.IM_GROUP_TYPE === "AVChatRoom") return;
  for (let from = 0; from < memberIds.length; from += chatLimits.addedAccounts) {
    const accounts = memberIds.slice(from, from + chatLimits.addedAccounts).map(accountOf);
    const notAdded = await chat.addMembers(group.groupId, accounts);
    if (notAdded.length > 0) log.warn({ groupId: group.groupId, accounts: notAdded }, "not added to a chat group");
  }
}

async function groupOf(liveId: number): Promise<ChatGroupDoc | null> {
  const existing = await findGroupOfLive(liveId);
  if (existing && existing.status !== ChatGroupStatus.pending) return existing;
  await makeGroup(liveId);
  return findGroupOfLive(liveId);
}
