import type { z } from "zod";
import {
  playAddressesOf,
  type Counts,
  type LiveDoc,
  type LiveRecordingDoc,
  type LiveRoomDoc,
} from "#shared/domains/live/index.js";
import { epochMs } from "#api/http/fields.js";
import { userInShort } from "#api/member/memberInShort.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import type { HostedLive, SeenLive } from "./live.joins.js";
import type { LikePlayTimesView, LiveAdminView, LiveView, LivingPageView, RecordingView } from "./live.schemas.js";
import { liveRoomView } from "./liveRoom.views.js";

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
  brokenTime: epochMs(seen.live.brokenAt ?? null),
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
