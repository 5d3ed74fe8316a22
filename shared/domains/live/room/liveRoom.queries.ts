import type { QueryFilter } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { liveErrors } from "../live.errors.js";
import { LiveRoomModel, type LiveRoomDoc } from "./liveRoom.model.js";
import type { LiveRoomType } from "../live.states.js";

/** LiveRoomNotFound. */
export async function getLiveRoom(roomId: number): Promise<LiveRoomDoc> {
  const room = await LiveRoomModel.findOne({ _id: roomId }).lean<LiveRoomDoc>();
  if (!room) throw liveErrors.LiveRoomNotFound();
  return room;
}

/** Rooms by id, deleted ones too, to be shown beside lives. */
export async function findLiveRooms(roomIds: readonly number[]): Promise<Map<number, LiveRoomDoc>> {
  if (roomIds.length === 0) return new Map();
  const wanted = { _id: { $in: [...new Set(roomIds)] } };
  const rooms = await withDeleted(LiveRoomModel.find(wanted)).lean<LiveRoomDoc[]>();
  return new Map(rooms.map((room) => [room._id, room]));
}

interface LiveRoomSearch extends Page {
  roomName?: string | undefined;
  memberId?: number | undefined;
  liveType?: LiveRoomType | undefined;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
}

/** Newest first. */
export async function pageLiveRooms(search: LiveRoomSearch): Promise<PageOf<LiveRoomDoc>> {
  const { roomName, memberId, liveType, createdBetween } = search;
  const filter: QueryFilter<LiveRoomDoc> = {};
  if (memberId !== undefined) filter.memberId = memberId;
  if (liveType !== undefined) filter.liveType = liveType;
  if (createdBetween) filter.createdAt = within(createdBetween);
  if (roomName) filter.nameTerms = byWords(roomName);
  return pageOf(LiveRoomModel, filter, search);
}
