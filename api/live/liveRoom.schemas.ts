import { z } from "zod";
import { DateRange, LongId, longOf, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { LiveRoomType } from "#shared/domains/live/live.states.js";

const LiveType = longOf(Object.values(LiveRoomType));
const int = z.number().int();

/** liveType: 1 personal, 2 merchant, 3 official. */
export const LiveRoomView = z.object({
  id: int,
  memberUserId: int,
  isAuthentication: z.boolean(),
  roomName: z.string(),
  description: z.string(),
  discussant: z.string(),
  liveType: int,
  createTime: Time,
});
/** For operators: with the host. */
export const LiveRoomAdminView = LiveRoomView.extend({ user: UserInShort });
export const LiveRoomPageView = pageOf(LiveRoomAdminView);

const fields = {
  memberUserId: LongId,
  isAuthentication: optional(z.boolean()),
  roomName: nameText(100),
  description: optional(text(2_000)),
  discussant: optional(text(100)),
  liveType: LiveType,
};
export const LiveRoomCreateBody = z.object(fields);
export const LiveRoomUpdateBody = z.object({ id: LongId, ...fields });
export const LiveRoomPageQuery = pageInput({
  roomName: optional(text(100)),
  memberUserId: optional(LongId),
  liveType: optional(LiveType),
  createTime: DateRange,
});
