import type { z } from "zod";
import { userInShort } from "#api/member/memberInShort.js";
import type { LiveRoomDoc } from "#shared/domains/live/index.js";
import type { OfMember } from "#shared/domains/member/index.js";
import type { LiveRoomAdminView, LiveRoomView } from "./liveRoom.schemas.js";

export const liveRoomView = (room: LiveRoomDoc): z.input<typeof LiveRoomView> => ({
  id: room._id,
  memberUserId: room.memberId,
  isAuthentication: room.isAuthentication,
  roomName: room.roomName,
  description: room.description,
  discussant: room.discussant,
  liveType: room.liveType,
  createTime: room.createdAt.getTime(),
});

export const liveRoomAdminView = (room: OfMember<LiveRoomDoc>): z.input<typeof LiveRoomAdminView> => ({
  ...liveRoomView(room),
  user: userInShort(room.member),
});
