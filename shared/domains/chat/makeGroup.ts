import { findLive, findLiveRooms, type LiveDoc } from "#shared/domains/live/index.js";
import { findMember } from "#shared/domains/member/index.js";
import { chatLimits, ChatRefused, type ChatGroupType } from "#shared/providers/chat/port.js";
import { config } from "#shared/kernel/config/config.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { dissolveGroupJob } from "./chat.jobs.js";
import { ChatGroupModel, type ChatGroupDoc } from "./chatGroup.model.js";
import { accountOf, findGroupOfLive } from "./chatGroup.queries.js";
import { chatGroupStates, ChatGroupStatus } from "./chatGroup.states.js";
import { chat, isFinal } from "./chatProvider.js";
import { dayOfDissolving } from "./dissolveGroup.js";

/**
 * For workers: makes the group of a live at the provider, with its host as owner. A group that is there already and has
 * this owner is ours. Throws errors that a retry may resolve; a final refusal of the provider is stored in the row.
 */
export async function makeGroup(liveId: number): Promise<void> {
  if (!chat.isConfigured()) return;
  const live = await findLive(liveId);
  const room = live && (await findLiveRooms([live.liveRoomId])).get(live.liveRoomId);
  if (!live || !room) return;
  const group = await groupRow(live, room.memberId);
  if (group.status !== ChatGroupStatus.pending) return;
  try {
    await makeAtProvider(live, group);
  } catch (error) {
    if (!isFinal(error)) throw error;
    log.error({ err: error, liveId, groupId: group.groupId }, "the chat provider refused to create a live's group");
    await ChatGroupModel.updateOne({ _id: group._id }, { $set: { refusal: error.errorCode } });
    return;
  }
  await moveState(ChatGroupModel, chatGroupStates, {
    where: { _id: group._id },
    from: ChatGroupStatus.pending,
    to: ChatGroupStatus.live,
    set: { refusal: null },
  });
  // The live was deleted while its group was made.
  if (!(await findLive(liveId))) await enqueue(dissolveGroupJob, { liveId });
}

async function groupRow({ _id: liveId, groupId, endedAt }: LiveDoc, ownerId: number): Promise<ChatGroupDoc> {
  const existing = await findGroupOfLive(liveId);
  if (existing) return existing;
  try {
    const dissolveAt = endedAt && dayOfDissolving(endedAt);
    await ChatGroupModel.create([{ _id: await nextId("chatGroups"), groupId, liveId, ownerId, dissolveAt }]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return ChatGroupModel.findOne({ groupId }).orFail().lean<ChatGroupDoc>();
}

async function makeAtProvider(live: LiveDoc, { groupId, ownerId }: ChatGroupDoc): Promise<void> {
  const owner = accountOf(ownerId);
  await importAccount(ownerId);
  const isNew = await chat.createGroup({
    groupId,
    type: config.IM_GROUP_TYPE satisfies ChatGroupType,
    owner,
    name: withinBytes(live.liveName, chatLimits.name),
    introduction: withinBytes(live.description, chatLimits.introduction),
  });
  if (isNew) return;
  // An earlier try made it and its answer was lost; or another shop used our application before.
  const existing = await chat.groupInfo(groupId);
  if (existing.owner !== owner) throw new ChatRefused(10_021, `${groupId} belongs to ${existing.owner}`, false);
}

/** The provider must know an account before it can join; with the name and the picture that others see. */
export async function importAccount(memberId: number): Promise<void> {
  const member = await findMember(memberId);
  if (!member) return;
  const avatar = mediaUrl(member.avatar);
  await chat.importAccount({
    account: accountOf(memberId),
    nickname: member.nickname,
    avatar: Buffer.byteLength(avatar) <= 500 ? avatar : "",
  });
}

/** Truncates a text to so many bytes, in whole characters. */
export function withinBytes(text: string, max: number): string {
  let fits = "";
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > max) break;
    fits += character;
  }
  return fits;
}
