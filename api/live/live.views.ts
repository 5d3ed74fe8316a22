import type { z } from "zod";
import {
  countsOf,
  playAddressesOf,
  pushAddressOf,
  type Counts,
  type LiveDoc,
  type LiveRecordingDoc,
  type LiveRoomDoc,
  type ShownLive,
} from "#shared/domains/live/index.js";
import { epochMs } from "#api/http/fields.js";
import { userInShort } from "#api/loyalty/memberInShort.js";
import { withMembers, type OfMember } from "#shared/domains/loyalty/index.js";
import { mediaUrl } from "#shared/platform/storage.js";
import type { LikePlayTimesView, LiveAdminView, LiveView, LivingPageView, RecordingView } from "./live.schemas.js";
import { liveRoomView } from "./liveRoom.views.js";

/** A live with what this viewer is told of it. */
export interface SeenLive extends ShownLive {
  counts: Counts;
  /** Only the room's own member gets one. */
  pushUrl: string | null;
  pushUrlQr: string | null;
}

/** Counts as they are now, and to a room's own member where to push. `memberId` null: an operator. */
export async function seenBy(memberId: number | null, shown: readonly ShownLive[]): Promise<SeenLive[]> {
  const counts = await countsOf(shown.map(({ live }) => live));
  const seen: SeenLive[] = [];
  for (const one of shown) {
    const pushUrl = pushAddressOf(one.live, one.room, memberId);
    const pushUrlQr = pushUrl && (await qrPicture(pushUrl));
    seen.push({ ...one, counts: counts.get(one.live._id) ?? one.live, pushUrl, pushUrlQr });
  }
  return seen;
}

async function qrPicture(text: string): Promise<string> {
  const { toDataURL } = await import("qrcode");
  return toDataURL(text, { width: 320, margin: 2, errorCorrectionLevel: "M" });
}

const liveView = ({ live, counts, pushUrl, pushUrlQr }: SeenLive): z.input<typeof LiveView> => {
  const play = playAddressesOf(live);
  return {
    id: live._id,
    liveRoomId: live.liveRoomId,
    liveName: live.liveName,
    coverImg: mediaUrl(live.coverImg),
    description: live.description,
    startTime: epochMs(live.startedAt ?? live.startAt),
    endTime: epochMs(live.endedAt ?? live.endAt),
    pushUrl,
    pushUrlQr,
    playUrl: play?.flv ?? null,
    type: live.type,
    status: live.status,
    playTimes: counts.playTimes,
    likeTimes: counts.likeTimes,
    virtualPlayTimes: live.virtualPlayTimes,
    virtualLikeTimes: live.virtualLikeTimes,
    streamName: live.streamName,
    safeUrl: play?.hls ?? null,
    playEndpoint: play?.host ?? null,
    isMain: live.isMain,
    createTime: live.createdAt.getTime(),
  };
};

const recordingView = (recording: LiveRecordingDoc): z.input<typeof RecordingView> => ({
  id: recording._id,
  streamId: recording.streamId,
  channelId: recording.channelId,
  fileId: recording.fileId,
  recordFileId: recording.recordFileId,
  duration: recording.durationSeconds,
  fileSize: recording.fileSize,
  videoUrl: recording.videoUrl,
  streamParam: recording.streamParam,
  createTime: recording.createdAt.getTime(),
});

const roomView = (room: LiveRoomDoc | undefined) => (room ? liveRoomView(room) : null);

export const livingView = (seen: SeenLive): z.input<typeof LivingPageView>["list"][number] => ({
  liveRoomBaseInfoRespVO: roomView(seen.room),
  liveBaseInfoRespVO: liveView(seen),
  baseRecordInfoRespVOList: seen.recordings.map(recordingView),
});

/** A live as operators see it: with who broadcasts. */
export type HostedLive = OfMember<SeenLive & { memberId: number | null }>;

export const withHosts = (seen: readonly SeenLive[]): Promise<HostedLive[]> =>
  withMembers(seen.map((one) => ({ ...one, memberId: one.room?.memberId ?? null })));

/** startTime and endTime as announced: what an operator reads and writes back. */
export const liveAdminView = (seen: HostedLive): z.input<typeof LiveAdminView> => ({
  ...liveView(seen),
  startTime: epochMs(seen.live.startAt),
  endTime: epochMs(seen.live.endAt),
  roomName: seen.room?.roomName ?? "",
  memberUserId: seen.memberId,
  user: userInShort(seen.member),
  startedTime: epochMs(seen.live.startedAt),
  endedTime: epochMs(seen.live.endedAt),
  groupId: seen.live.groupId,
  recordEvent: seen.live.recordEvent,
  baseRecordInfoRespVOList: seen.recordings.map(recordingView),
});

export const likePlayTimesView = ({
  live,
  counts,
}: {
  live: LiveDoc;
  counts: Counts;
}): z.input<typeof LikePlayTimesView> => ({
  id: live._id,
  playTimes: counts.playTimes,
  likeTimes: counts.likeTimes,
  virtualPlayTimes: live.virtualPlayTimes,
  virtualLikeTimes: live.virtualLikeTimes,
  status: live.status,
  recordEvent: live.recordEvent,
});
