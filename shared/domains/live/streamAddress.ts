import { tencentCssVerifier as streams } from "#shared/providers/live/verifier.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import type { LiveDoc } from "./live.model.js";
import type { LiveRoomDoc } from "./room/liveRoom.model.js";
import { LiveStatus } from "./live.states.js";

/** Valid for 12 to 13 hours; it changes only once an hour, so that clients may cache an address. */
const VALID_MS = hours(12);
const validUntil = (): Date => new Date(Math.ceil(clock.ms() / hours(1)) * hours(1) + VALID_MS);

/** The push address of a live: only for the room's own member, and until it has ended; else null. */
export function pushAddressOf(
  { status, streamName }: LiveDoc,
  room: LiveRoomDoc | undefined,
  memberId: number | null,
): string | null {
  if (status === LiveStatus.ended || !room || room.deletedAt || room.memberId !== memberId || !streams.isConfigured())
    return null;
  return streams.pushAddress(streamName, validUntil());
}

/** The play address of a live; null once it has ended: then there are recordings. */
export function playAddressesOf({ status, streamName }: LiveDoc): { flv: string; hls: string; host: string } | null {
  if (status === LiveStatus.ended || !streams.isConfigured()) return null;
  return streams.playAddresses(streamName, validUntil());
}
