import { tencentCss as streaming } from "#shared/providers/live/client.js";
import type { StreamFacts } from "#shared/providers/live/port.js";
import { clock, days, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import type { Apply } from "./callback/followRecordings.js";
import { cutStreamJob } from "./live.jobs.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { breakLive, resumeLive } from "./breakLive.js";
import { openLive } from "./moveLive.js";
import { LiveStatus } from "./live.states.js";

/** The provider lists no older pushes. */
const LISTED_MS = days(7) - minutes(1);

/** What the callback says, and when it came. */
interface Reported {
  kind: "started" | "ended";
  reportedAt: Date;
  /** When it happened, by the provider's clock, but never later than it came. It is not signed: it only orders news. */
  happenedAt: Date;
}

/** Queries whether a live's stream is pushed, and moves the live accordingly. */
export async function followStream({ _id, streamName, createdAt }: LiveDoc, reported: Reported): Promise<Apply> {
  const since = new Date(Math.max(createdAt.getTime() - minutes(1), clock.ms() - LISTED_MS));
  const facts = await streaming.stream(streamName, since);
  return async () => {
    const live = await LiveModel.findById(_id).lean<LiveDoc>();
    if (!live) return true;
    return facts.isActive ? pushed(live, reported) : notPushed(live, facts, reported);
  };
}

/**
 * It is pushed now. An end that happened before the latest start is that of an older push; of any other the provider's
 * API may not know yet.
 */
async function pushed(live: LiveDoc, { kind, reportedAt, happenedAt }: Reported): Promise<boolean> {
  const { _id, status, pushedAt, lastPushAt } = live;
  if (!pushedAt) await LiveModel.updateOne({ _id }, { $set: { pushedAt: reportedAt } });
  if (status === LiveStatus.announced) await openLive(_id, reportedAt);
  if (status === LiveStatus.live) await resumeLive(_id);
  if (kind === "started") await LiveModel.updateOne({ _id }, { $max: { lastPushAt: happenedAt } });
  // A push to an ended live: its address is still valid, but nobody is to see the stream.
  if (status === LiveStatus.ended) await enqueue(cutStreamJob, { liveId: _id });
  const isOlder = !!lastPushAt && happenedAt < lastPushAt;
  return kind === "started" || status === LiveStatus.ended || isOlder;
}

/** It is not pushed: a live that had started waits for its stream, even if its start is reported late. */
async function notPushed(
  { _id, status, pushedAt, lastPushAt, startedAt }: LiveDoc,
  { lastPush }: StreamFacts,
  { kind, happenedAt }: Reported,
): Promise<boolean> {
  if (status === LiveStatus.ended) return true;
  if (status === LiveStatus.announced) {
    if (!lastPush) return false;
    await openLive(_id, lastPush.startedAt);
    await breakLive(_id, lastPush.endedAt);
    return true;
  }
  const begunAt = lastPushAt ?? pushedAt ?? startedAt;
  const isOfThis = lastPush !== null && begunAt !== null && lastPush.endedAt.getTime() >= wholeSecond(begunAt);
  // An operator started it, and nobody has pushed yet.
  if (!pushedAt && !isOfThis) return false;
  // The provider lists a push some time after its end.
  const isItsEnd = kind === "ended" && (!begunAt || happenedAt.getTime() >= wholeSecond(begunAt));
  await breakLive(_id, isOfThis ? lastPush.endedAt : isItsEnd ? happenedAt : clock.now());
  return true;
}

/** The provider reports times in whole seconds. */
const wholeSecond = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;
