import type { QueryFilter } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { liveErrors } from "./live.errors.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { LiveStatus, type YesOrNo } from "./live.states.js";
import { LiveRecordingModel, type LiveRecordingDoc } from "./callback/liveRecording.model.js";
import type { LiveRoomDoc } from "./room/liveRoom.model.js";
import { findLiveRooms } from "./room/liveRoom.queries.js";

/** LiveNotFound. */
export async function getLive(liveId: number): Promise<LiveDoc> {
  const live = await findLive(liveId);
  if (!live) throw liveErrors.LiveNotFound();
  return live;
}

export async function findLive(liveId: number): Promise<LiveDoc | null> {
  return LiveModel.findOne({ _id: liveId }).lean<LiveDoc>();
}

export async function findLiveOfStream(streamName: string): Promise<LiveDoc | null> {
  return LiveModel.findOne({ streamName }).lean<LiveDoc>();
}

/** The live that this chat group belongs to; null for a deleted live. */
export async function findLiveOfGroup(groupId: string): Promise<LiveDoc | null> {
  const liveId = /^live_([1-9]\d{0,14})$/.exec(groupId)?.[1];
  return liveId ? LiveModel.findOne({ _id: Number(liveId), groupId }).lean<LiveDoc>() : null;
}

type LiveState = Pick<LiveDoc, "status" | "streamName">;
const states = defineCache<LiveState | null>("liveState", { ttlMs: seconds(5), max: 1_000 });

/** Read at every like; null: there is no such live. */
export function liveStateOf(liveId: number): Promise<LiveState | null> {
  return states.read(String(liveId), async () => {
    const live = await findLive(liveId);
    return live && { status: live.status, streamName: live.streamName };
  });
}

/** To be called in the transaction of every change of what liveStateOf returns. */
export const invalidateLiveState = (liveId: number): void => states.invalidate(String(liveId));

interface LiveSearch extends Page {
  liveName?: string | undefined;
  status?: LiveStatus | undefined;
  liveRoomId?: number | undefined;
  type?: number | undefined;
  isMain?: YesOrNo | undefined;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
}

/** A live with what is shown beside it. */
export interface ShownLive {
  live: LiveDoc;
  room: LiveRoomDoc | undefined;
  /** Only of an ended live, oldest first. */
  recordings: LiveRecordingDoc[];
}

/** Newest first; by pages, with room and recordings. */
export async function pageLives(search: LiveSearch): Promise<PageOf<ShownLive>> {
  const filter = filterOf(search);
  const { list, total } = await pageOf(LiveModel, filter, search);
  return { list: await withSurroundings(list), total };
}

export async function withSurroundings(lives: readonly LiveDoc[]): Promise<ShownLive[]> {
  const [rooms, recordings] = await Promise.all([
    findLiveRooms(lives.map(({ liveRoomId }) => liveRoomId)),
    recordingsOf(lives.filter(({ status }) => status === LiveStatus.ended).map(({ _id }) => _id)),
  ]);
  return lives.map((live) => ({
    live,
    room: rooms.get(live.liveRoomId),
    recordings: recordings.get(live._id) ?? [],
  }));
}

/** By live. */
async function recordingsOf(liveIds: readonly number[]): Promise<Map<number, LiveRecordingDoc[]>> {
  const byLive = new Map<number, LiveRecordingDoc[]>(liveIds.map((liveId) => [liveId, []]));
  if (liveIds.length === 0) return byLive;
  const recordings = await LiveRecordingModel.find({ liveId: { $in: liveIds } })
    .sort({ _id: 1 })
    .lean<LiveRecordingDoc[]>();
  for (const recording of recordings) byLive.get(recording.liveId)?.push(recording);
  return byLive;
}

function filterOf(search: LiveSearch): QueryFilter<LiveDoc> {
  const { liveName, status, liveRoomId, type, isMain, createdBetween } = search;
  const filter: QueryFilter<LiveDoc> = {};
  if (status !== undefined) filter.status = status;
  if (liveRoomId !== undefined) filter.liveRoomId = liveRoomId;
  if (type !== undefined) filter.type = type;
  if (isMain !== undefined) filter.isMain = isMain;
  if (createdBetween) filter.createdAt = within(createdBetween);
  if (liveName) filter.nameTerms = byWords(liveName);
  return filter;
}
