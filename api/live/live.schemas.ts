import { z } from "zod";
import { Confirm } from "#api/http/security/confirm.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import {
  DateRange,
  Long,
  LongId,
  Instant,
  periodFault,
  nameText,
  optional,
  pageInput,
  pageInputOrAll,
  pageOf,
  text,
  Time,
} from "#api/http/fields.js";
import { LiveRoomView } from "./liveRoom.schemas.js";
import { Status, Times, Flag } from "./live.fields.js";

const int = z.number().int();

/** pushUrl and pushUrlQr (a PNG data URL): null except for the room's own member; playUrl: null once it has ended. */
export const LiveView = z.object({
  id: int,
  liveRoomId: int,
  liveName: z.string(),
  coverImg: z.string(),
  description: z.string(),
  startTime: Time.nullable(),
  endTime: Time.nullable(),
  pushUrl: z.string().nullable(),
  pushUrlQr: z.string().nullable(),
  playUrl: z.string().nullable(),
  type: int,
  status: int,
  playTimes: int,
  likeTimes: int,
  virtualPlayTimes: int,
  virtualLikeTimes: int,
  streamName: z.string(),
  safeUrl: z.string().nullable(),
  playEndpoint: z.string().nullable(),
  isMain: int,
  createTime: Time,
});

/** duration in seconds, fileSize in bytes. */
export const RecordingView = z.object({
  id: int,
  streamId: z.string(),
  channelId: z.string(),
  fileId: z.string(),
  recordFileId: z.string(),
  duration: int,
  fileSize: int,
  videoUrl: z.string(),
  streamParam: z.string(),
  createTime: Time,
});

export const LivingPageBody = pageInputOrAll({ liveName: optional(text(100)), status: optional(Status) });
export const LivingPageView = pageOf(
  z.object({
    liveRoomBaseInfoRespVO: LiveRoomView.nullable(),
    liveBaseInfoRespVO: LiveView,
    baseRecordInfoRespVOList: z.array(RecordingView),
  }),
);

export const LiveIdBody = z.object({ id: LongId });
export const LikeBody = z.object({ id: LongId, count: z.number().int().min(1).max(20) });
export const LikePlayTimesView = z.object({
  id: int,
  playTimes: int,
  likeTimes: int,
  virtualPlayTimes: int,
  virtualLikeTimes: int,
  status: int,
  recordEvent: z.string(),
});

const moment = Instant.nullable().optional();
const fields = {
  liveRoomId: LongId,
  liveName: nameText(100),
  coverImg: optional(PictureUrlOrNone),
  description: optional(text(2_000)),
  startTime: moment,
  endTime: moment,
  type: optional(Long.pipe(z.number().min(0).max(1_000))),
  isMain: optional(Flag),
  virtualPlayTimes: optional(Times),
  virtualLikeTimes: optional(Times),
  confirm: Confirm,
};
type Span = { startTime?: number | null | undefined; endTime?: number | null | undefined };
const isInOrder = ({ startTime, endTime }: Span): boolean => !startTime || !endTime || startTime < endTime;
export const LiveCreateBody = z.object(fields).refine(isInOrder, periodFault);
export const LiveUpdateBody = z.object({ id: LongId, ...fields }).refine(isInOrder, periodFault);
export const VirtualTimesBody = z.object({ id: LongId, virtualPlayTimes: Times, virtualLikeTimes: Times });
export const LiveAdminPageQuery = pageInput({
  liveName: optional(text(100)),
  status: optional(Status),
  liveRoomId: optional(LongId),
  type: optional(Long),
  isMain: optional(Flag),
  createTime: DateRange,
});
/** For operators: the announced times, and the actual course. */
export const LiveAdminView = LiveView.extend({
  /** Of its room, which may be deleted. */
  roomName: z.string(),
  memberUserId: int.nullable(),
  user: UserInShort,
  startedTime: Time.nullable(),
  endedTime: Time.nullable(),
  /** Since when the running live waits for its stream, which broke. */
  brokenTime: Time.nullable(),
  groupId: z.string(),
  recordEvent: z.string(),
  baseRecordInfoRespVOList: z.array(RecordingView),
});
export const LiveAdminPageView = pageOf(LiveAdminView);
