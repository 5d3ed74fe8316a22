import type { ChatGroupChange } from "#shared/providers/chat/port.js";
import { days } from "#shared/kernel/time/clock.js";
import type { ErrorOnTheWire } from "#shared/kernel/request/errors.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ChatCommandStatus } from "./chatGroup.states.js";

/** A command to a group. `seconds` of a mute count from when it was commanded; 0 lifts it. */
export type ChatOrder =
  { kind: "modify"; change: ChatGroupChange } | { kind: "mute"; accounts: string[]; seconds: number };

/** Who gave the command; an operator with what the audit log records of the request. */
export type ChatActor =
  | { kind: "member"; memberId: number }
  | { kind: "operator"; operatorId: number; ip: string; userAgent: string; requestId: string };

/**
 * A change of a group that the provider is to make. It is stored before the provider is called, so that it is made even
 * if the provider is down for a while, and in the order of the commands.
 */
export interface ChatCommandDoc {
  _id: number;
  groupId: string;
  /** Position among the group's commands, from 1. Ids give no order: each process takes them from its own block. */
  place: number;
  order: ChatOrder;
  actor: ChatActor;
  /** Hash of actor, group and order: finds the command again when a client that got no result repeats it. */
  fingerprint: string;
  status: ChatCommandStatus;
  refusal: ErrorOnTheWire | null;
  /** When the client got the result. */
  toldAt: Date | null;
  /** When it was commanded. */
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
