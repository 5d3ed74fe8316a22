import type { ChatGroupChange } from "#shared/providers/chat/port.js";
import { days } from "#shared/kernel/time/clock.js";
import type { ErrorOnTheWire } from "#shared/kernel/request/errors.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ChatCommandStatus } from "./chatGroup.states.js";

/** What somebody wants of a group. `seconds` of a mute count from the moment of the wish; 0 lifts it. */
export type ChatOrder =
  { kind: "modify"; change: ChatGroupChange } | { kind: "mute"; accounts: string[]; seconds: number };

/** Who wants it; an operator with what the audit log tells of the request. */
export type ChatActor =
  | { kind: "member"; memberId: number }
  | { kind: "operator"; operatorId: number; ip: string; userAgent: string; requestId: string };

/**
 * A change of a group that the provider is to make. It stands here before the provider is asked, so that it comes about
 * though the provider is away for a while, and in the order of the wishes.
 */
export interface ChatCommandDoc {
  _id: number;
  groupId: string;
  /** From 1, in the order of the wishes of this group. Ids do not tell it: each process takes them from a block of its own. */
  place: number;
  order: ChatOrder;
  actor: ChatActor;
  /** The same wish of the same one, for a client that asks again because it was told nothing. */
  fingerprint: string;
  status: ChatCommandStatus;
  refusal: ErrorOnTheWire | null;
  /** The client was told how it ended. */
  toldAt: Date | null;
  wishedAt: Date;
  endedAt: Date | null;
  createdAt: Date;
}

export const ChatCommandModel = defineModel<ChatCommandDoc>(
  "chatCommands",
  {
    groupId: { type: String, required: true },
    place: { type: Number, required: true },
    order: { type: Object, required: true },
    actor: { type: Object, required: true },
    fingerprint: { type: String, required: true },
    status: { type: Number, enum: Object.values(ChatCommandStatus), default: ChatCommandStatus.pending },
    refusal: { type: Object, default: null },
    toldAt: { type: Date, default: null },
    wishedAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ groupId: 1, status: 1, place: 1 }],
      [{ groupId: 1, place: 1 }, { unique: true }],
      [{ fingerprint: 1, toldAt: 1 }],
      [{ createdAt: 1 }, { expireAfterSeconds: days(30) / 1_000 }],
    ],
  },
);
