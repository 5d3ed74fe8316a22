import { tencentCss as streaming } from "#shared/providers/live/client.js";
import type { StreamFacts } from "#shared/providers/live/port.js";
import { clock, days, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import type { Apply } from "./callback/followRecordings.js";
import { cutStreamJob } from "./live.jobs.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { closeLive, openLive } from "./moveLive.js";
import { LiveStatus } from "./live.states.js";

/** The provider lists no older pushes. */
const LISTED_MS = days(7) - minutes(1);

interface Told {
  kind: "started" | "ended";
  toldAt: Date;
}

/** Asks whether a live's stream is pushed, and moves the live after it. */
export async function followStream({ _id, streamName, createdAt }: LiveDoc, told: Told): Promise<Apply> {
  const since = new Date(Math.max(createdAt.getTime() - minutes(1), clock.ms() - LISTED_MS));
  const facts = await streaming.stream(streamName, since);
  return async () => {
    const live = await LiveModel.findById(_id).lean<LiveDoc>();
    if (!live) return true;
    return facts.isActive ? pushed(live, told) : notPushed(live, facts, told);
  };
}

/** Somebody pushes it now. An end that was told then is one of an older push, or the provider does not know of it yet. */
async function pushed({ _id, status, pushedAt }: LiveDoc, { kind, toldAt }: Told): Promise<boolean> {
  if (!pushedAt) await LiveModel.updateOne({ _id }, { $set: { pushedAt: toldAt } });
  if (status === LiveStatus.announced) await openLive(_id, toldAt);
  // Somebody pushes into what is over: their address is still good, nobody is to be shown it.
  if (status === LiveStatus.ended) await enqueue(cutStreamJob, { liveId: _id });
  return kind === "started" || status === LiveStatus.ended;
}

/** Nobody does: what had begun is over, also where its start is told late. */
async function notPushed(
  { _id, status, pushedAt, startedAt }: LiveDoc,
  { lastPush }: StreamFacts,
  { toldAt }: Told,
): Promise<boolean> {
  if (status === LiveStatus.ended) return true;
  if (status === LiveStatus.announced) {
    if (!lastPush) return false;
    await openLive(_id, lastPush.startedAt);
    await closeLive(_id, lastPush.endedAt);
    return true;
  }
  const begunAt = pushedAt ?? startedAt;
  const isOfThis = lastPush !== null && begunAt !== null && lastPush.endedAt.getTime() >= wholeSecond(begunAt);
  // An operator has started it, and nobody has pushed yet.
  if (!pushedAt && !isOfThis) return false;
  await closeLive(_id, isOfThis ? lastPush.endedAt : toldAt);
  return true;
}

/** The provider tells moments in whole seconds. */
const wholeSecond = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;
