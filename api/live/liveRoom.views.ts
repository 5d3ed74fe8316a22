import type { z } from "zod";
import type { LiveRoomDoc } from "#shared/domains/live/index.js";
import type { LiveRoomView } from "./liveRoom.schemas.js";

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
