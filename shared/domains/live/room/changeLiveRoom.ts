import { recordChange } from "#shared/domains/audit/index.js";
import { requireMember } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import { liveErrors } from "../live.errors.js";
import { LiveRoomModel, type LiveRoomDoc } from "./liveRoom.model.js";
import { getLiveRoom } from "./liveRoom.queries.js";

export type LiveRoomInput = Pick<LiveRoomDoc, "memberId" | "roomName" | "liveType"> &
  Partial<Pick<LiveRoomDoc, "isAuthentication" | "description" | "discussant">>;

/** Creates a room of a member; returns its id. MemberNotFound, MemberMerged. */
export async function createLiveRoom(input: LiveRoomInput): Promise<number> {
  const _id = await nextId("liveRooms");
  return inTransaction(async () => {
    await requireMember(input.memberId);
    await LiveRoomModel.create([{ ...input, _id, nameTerms: termsOfName(input.roomName) }]);
    await recordChange("cloudlive", "live-room.create", _id, { after: input });
    return _id;
  });
}

/** LiveRoomNotFound, MemberNotFound, MemberMerged. */
export async function updateLiveRoom(roomId: number, input: LiveRoomInput): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getLiveRoom(roomId);
    if (before.memberId !== input.memberId) await requireMember(input.memberId);
    const set = { ...input, nameTerms: termsOfName(input.roomName) };
    const { matchedCount } = await LiveRoomModel.updateOne({ _id: roomId }, { $set: set });
    if (matchedCount !== 1) throw liveErrors.LiveRoomNotFound();
    await recordChange("cloudlive", "live-room.update", roomId, { before: auditFields(before), after: input });
    return true;
  });
}

/** Logically deletes a room without lives. LiveRoomNotFound, LiveRoomHasLives. */
export async function deleteLiveRoom(roomId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getLiveRoom(roomId);
    if (!(await deleteLogically(LiveRoomModel, { _id: roomId, liveCount: 0 })))
      throw liveErrors.LiveRoomHasLives({ count: before.liveCount });
    await recordChange("cloudlive", "live-room.delete", roomId, { before: auditFields(before) });
    return true;
  });
}

/** To be called in the transaction that adds a live to a room or removes it. LiveRoomNotFound. */
export async function countLiveOf(roomId: number, change: 1 | -1): Promise<void> {
  const { matchedCount } = await LiveRoomModel.updateOne({ _id: roomId }, { $inc: { liveCount: change } });
  if (matchedCount !== 1) throw liveErrors.LiveRoomNotFound();
}

const auditFields = ({ nameTerms: _terms, ...room }: LiveRoomDoc): object => room;
