import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ChatGroupStatus } from "./chatGroup.states.js";

/** The chat of a live: its group at the chat provider. */
export interface ChatGroupDoc {
  _id: number;
  /** Its id at the provider, set when the live is created. */
  groupId: string;
  liveId: number;
  /** Its owner at the provider. */
  ownerId: number;
  status: ChatGroupStatus;
  /** Error code of the provider that refused to make it; null: it did not. */
  refusal: number | null;
  /** When it is to be dissolved; null: not yet known. */
  dissolveAt: Date | null;
  /** How many commands it got so far: the last one's place. */
  wishes: number;
  /** How many of them have ended: what was read before one is stale after it. */
  changes: number;
  /** Until when a worker has the turn to change it at the provider. */
  turnUntil: Date | null;
  createdAt: Date;
}

export const ChatGroupModel = defineModel<ChatGroupDoc>(
  "chatGroups",
  {
    groupId: { type: String, required: true },
    liveId: { type: Number, required: true },
    ownerId: { type: Number, required: true },
    status: { type: Number, enum: Object.values(ChatGroupStatus), default: ChatGroupStatus.pending },
    refusal: { type: Number, default: null },
    dissolveAt: { type: Date, default: null },
    wishes: { type: Number, default: 0 },
    changes: { type: Number, default: 0 },
    turnUntil: { type: Date, default: null },
  },
  {
    indexes: [[{ groupId: 1 }, { unique: true }], [{ liveId: 1 }], [{ status: 1, dissolveAt: 1 }]],
  },
);
