import { LiveModel, type LiveDoc } from "#shared/domains/live/index.js";
import { createMember } from "#shared/domains/member/index.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { LiveStatus } from "#shared/domains/live/live.states.js";
import { addMembersJob } from "./chat.jobs.js";

const guests = [
  { mobile: "13800000011", nickname: "Ting 小婷" },
  { mobile: "13800000012", nickname: "Wei 阿伟" },
  { mobile: "13800000013", nickname: "Yue 月月" },
];

/**
 * The demo's chat: some members enter the group of the running live, if there is one. By the usual jobs: a worker makes
 * and fills the group once it reaches the provider.
 */
export async function seedChat(): Promise<void> {
  const live = await LiveModel.findOne({ status: LiveStatus.live }).sort({ _id: 1 }).lean<LiveDoc>();
  if (!live) return;
  const memberIds: number[] = [];
  for (const guest of guests) memberIds.push((await createMember(guest))._id);
  await enqueue(addMembersJob, { liveId: live._id, memberIds });
}
