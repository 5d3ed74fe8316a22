import {
  createLive,
  createLiveMount,
  createLiveRoom,
  LiveModel,
  startLive,
  type LiveDoc,
  type LiveInput,
  type LiveMountDoc,
} from "#shared/domains/live/index.js";
import { LiveMountModel } from "#shared/domains/live/mount/liveMount.model.js";
import type { LiveMountInput } from "#shared/domains/live/mount/changeLiveMount.js";
import type { LiveRoomInput } from "#shared/domains/live/room/changeLiveRoom.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { buildMember, type BuiltMember } from "./member.js";
import { buildSpu } from "./spu.js";

let serial = 0;
// One word of one length: a search by it finds no other name that begins alike.
const unique = (word: string): string => `${word} ${process.pid}x${String(++serial).padStart(6, "0")}`;

export interface BuiltLive {
  live: LiveDoc;
  roomId: number;
  /** Whose room it is. */
  host: BuiltMember;
}

/** A room of a new member. */
export async function buildLiveRoom(overrides: Partial<LiveRoomInput> = {}): Promise<{
  roomId: number;
  host: BuiltMember;
}> {
  const host = await buildMember();
  const input = { memberId: host.member._id, roomName: unique("Room"), liveType: 2 as const, ...overrides };
  return { roomId: await createLiveRoom(input), host };
}

/** A live in a room of its own, running unless `started` is false. */
export async function buildLive({
  started = true,
  ...overrides
}: Partial<LiveInput> & { started?: boolean } = {}): Promise<BuiltLive> {
  const { roomId, host } = await buildLiveRoom();
  const liveId = await createLive({ liveRoomId: roomId, liveName: unique("Live"), ...overrides }, true);
  if (started) await startLive(liveId);
  return { live: await readLive(liveId), roomId, host };
}

/** A product in a live: a new one unless spuId says which. */
export async function buildLiveMount(
  liveId: number,
  overrides: Partial<LiveMountInput> = {},
): Promise<{ mountId: number; spuId: number }> {
  const spuId = overrides.spuId ?? (await buildSpu()).spuId;
  return { mountId: await createLiveMount({ ...overrides, liveId, spuId }), spuId };
}

export async function readLive(liveId: number): Promise<LiveDoc> {
  return LiveModel.findById(liveId).orFail().lean<LiveDoc>();
}

export async function readLiveMount(mountId: number): Promise<LiveMountDoc> {
  return withDeleted(LiveMountModel.findById(mountId)).orFail().lean<LiveMountDoc>();
}
