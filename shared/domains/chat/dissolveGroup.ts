import { LiveModel, type LiveDoc } from "#shared/domains/live/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { LiveStatus } from "#shared/domains/live/live.states.js";
import { ChatGroupModel, type ChatGroupDoc } from "./chatGroup.model.js";
import { findGroupOfLive } from "./chatGroup.queries.js";
import { chatGroupStates, ChatGroupStatus } from "./chatGroup.states.js";
import { chat } from "./chatProvider.js";

/** An ended live is still watched and discussed for a while; after that its group is dissolved. */
const KEPT_AFTER_END_MS = days(30);

export const dayOfDissolving = (endedAt: Date): Date => new Date(endedAt.getTime() + KEPT_AFTER_END_MS);

/** Sets the day on which the group of an ended live is dissolved. */
export async function scheduleEnd(liveId: number): Promise<void> {
  const live = await LiveModel.findById(liveId).lean<LiveDoc>();
  if (live?.status !== LiveStatus.ended || !live.endedAt) return;
  const dissolveAt = dayOfDissolving(live.endedAt);
  await ChatGroupModel.updateOne({ liveId, dissolveAt: null }, { $set: { dissolveAt } });
}

/**
 * For workers: dissolves the group of a live that was deleted or whose day has come, and no other. A group that was
 * never made is not made any more.
 */
export async function dissolveGroup(liveId: number): Promise<void> {
  const group = await findGroupOfLive(liveId);
  if (!group || !chat.isConfigured() || !(await isOver(group))) return;
  // The row first, so that a worker that makes the group at this moment sees that it is dissolved.
  await moveState(ChatGroupModel, chatGroupStates, {
    where: { _id: group._id },
    from: [ChatGroupStatus.pending, ChatGroupStatus.live],
    to: ChatGroupStatus.dissolved,
  });
  await chat.destroyGroup(group.groupId);
}

async function isOver({ liveId, dissolveAt }: ChatGroupDoc): Promise<boolean> {
  if (dissolveAt && dissolveAt <= clock.now()) return true;
  const live = await LiveModel.exists({ _id: liveId });
  return !live;
}
