import { LiveModel, type LiveDoc } from "#shared/domains/live/index.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { LiveStatus } from "#shared/domains/live/live.states.js";
import { dissolveGroupJob, makeGroupJob } from "./chat.jobs.js";
import { ChatGroupModel, type ChatGroupDoc } from "./chatGroup.model.js";
import { chat } from "./chatProvider.js";
import { ChatGroupStatus } from "./chatGroup.states.js";

const BATCH = 200;
/** How long the live's own job has to make the group. */
const MAKING_MS = minutes(15);

/** Enqueues jobs for groups that were never made, and for those that are due to be dissolved. */
export async function sweepGroups(): Promise<void> {
  if (!chat.isConfigured()) return;
  for (let after = 0; ;) {
    const lives = await LiveModel.find(
      { _id: { $gt: after }, status: { $ne: LiveStatus.ended }, createdAt: { $lt: clock.after(-MAKING_MS) } },
      { _id: 1 },
    )
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pick<LiveDoc, "_id">[]>();
    const ids = lives.map(({ _id }) => _id);
    const made = await ChatGroupModel.find(
      { liveId: { $in: ids }, status: { $ne: ChatGroupStatus.pending } },
      { liveId: 1 },
    ).lean<Pick<ChatGroupDoc, "liveId">[]>();
    const done = new Set(made.map(({ liveId }) => liveId));
    for (const liveId of ids) if (!done.has(liveId)) await enqueue(makeGroupJob, { liveId });
    if (lives.length < BATCH) break;
    after = ids.at(-1)!;
  }
  const due = await ChatGroupModel.find({ status: ChatGroupStatus.live, dissolveAt: { $ne: null, $lte: clock.now() } })
    .limit(BATCH)
    .lean<ChatGroupDoc[]>();
  for (const { liveId } of due) await enqueue(dissolveGroupJob, { liveId });
}
