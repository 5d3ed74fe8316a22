import type { LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { LiveRoomType } from "../live.states.js";

/** A room in which a member broadcasts. */
export interface LiveRoomDoc extends LogicallyDeleted {
  _id: number;
  /** Who broadcasts here: the only member who gets the push address. */
  memberId: number;
  /** The member's real name was verified. */
  isAuthentication: boolean;
  roomName: string;
  /** Search terms of the name. */
  nameTerms: string[];
  description: string;
  /** The speaker. */
  discussant: string;
  liveType: LiveRoomType;
  /** Number of its lives that are not deleted, updated in their transactions; a room is deleted only at 0. */
  liveCount: number;
  createdAt: Date;
}

export const LiveRoomModel = defineModel<LiveRoomDoc>(
  "liveRooms",
  {
    memberId: { type: Number, required: true },
    isAuthentication: { type: Boolean, default: false },
    roomName: { type: String, required: true },
    nameTerms: { type: [String], default: [] },
    description: { type: String, default: "" },
    discussant: { type: String, default: "" },
    liveType: { type: Number, enum: Object.values(LiveRoomType), required: true },
    liveCount: { type: Number, default: 0 },
  },
  { logicalDelete: true, indexes: [[{ deletedAt: 1, createdAt: -1, _id: -1 }], [{ memberId: 1 }], [{ nameTerms: 1 }]] },
);
