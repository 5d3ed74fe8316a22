import type { LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { LiveStatus, YesOrNo } from "./live.states.js";

/** One broadcast of a room. */
export interface LiveDoc extends LogicallyDeleted {
  _id: number;
  liveRoomId: number;
  liveName: string;
  /** Search terms of the name. */
  nameTerms: string[];
  /** A key in object storage, or a full address. */
  coverImg: string;
  description: string;
  /** Announced times. */
  startAt: Date | null;
  endAt: Date | null;
  /** Actual times. */
  startedAt: Date | null;
  endedAt: Date | null;
  /** Number of a kind of lives that operators define; it has no meaning to the service. */
  type: number;
  status: LiveStatus;
  /** 1: in the carousel. */
  isMain: YesOrNo;
  /** Real counts; virtual counts are added for display. */
  playTimes: number;
  likeTimes: number;
  virtualPlayTimes: number;
  virtualLikeTimes: number;
  /** Its name at the streaming provider, unique and not guessable. */
  streamName: string;
  /** Its chat group. */
  groupId: string;
  /** The provider's last event about the recording, "" before any. */
  recordEvent: string;
  /** When the provider first reported that it is pushed. */
  pushedAt: Date | null;
  /** When its latest push that the provider confirmed began, by the provider's clock; absent in older rows. */
  lastPushAt?: Date | null;
  /** Since when nobody pushes the running live (rules: Chat, live, video); absent in older rows. */
  brokenAt?: Date | null;
  /** Incremented by every change of the mounts, so that of concurrent changes one conflicts and is retried. */
  mountVersion: number;
  createdAt: Date;
}

export const LiveModel = defineModel<LiveDoc>(
  "lives",
  {
    liveRoomId: { type: Number, required: true },
    liveName: { type: String, required: true },
    nameTerms: { type: [String], default: [] },
    coverImg: { type: String, default: "" },
    description: { type: String, default: "" },
    startAt: { type: Date, default: null },
    endAt: { type: Date, default: null },
    startedAt: { type: Date, default: null },
    endedAt: { type: Date, default: null },
    // oxlint-disable-next-line shop/named-states -- a number of the operators' own
    type: { type: Number, default: 0 },
    status: { type: Number, enum: Object.values(LiveStatus), default: LiveStatus.announced },
    isMain: { type: Number, enum: Object.values(YesOrNo), default: YesOrNo.no },
    playTimes: { type: Number, default: 0 },
    likeTimes: { type: Number, default: 0 },
    virtualPlayTimes: { type: Number, default: 0 },
    virtualLikeTimes: { type: Number, default: 0 },
    streamName: { type: String, required: true },
    groupId: { type: String, required: true },
    recordEvent: { type: String, default: "" },
    pushedAt: { type: Date, default: null },
    lastPushAt: { type: Date, default: null },
    brokenAt: { type: Date, default: null },
    mountVersion: { type: Number, default: 0 },
  },
  {
    logicalDelete: true,
    indexes: [
      [{ streamName: 1 }, { unique: true }],
      [{ deletedAt: 1, createdAt: -1, _id: -1 }],
      [{ deletedAt: 1, status: 1, createdAt: -1, _id: -1 }],
      [{ liveRoomId: 1 }],
      [{ nameTerms: 1 }],
    ],
  },
);
