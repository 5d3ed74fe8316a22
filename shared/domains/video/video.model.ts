import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { VideoStatus } from "./video.states.js";

/** A member's video. */
export interface VideoDoc {
  _id: number;
  /** Its id for clients; the provider's own id when a client uploaded it to the provider directly. */
  fileId: string;
  memberId: number;
  /** Its key in our store; null when only the provider has it. */
  objectKey: string | null;
  contentType: string;
  /** Bytes; 0 when only the provider knows. */
  size: number;
  status: VideoStatus;
  /** How often it was pushed to the provider; each push is a session there. */
  pushes: number;
  pushStartedAt: Date | null;
  /** The provider's task id, once its answer came. */
  taskId: string | null;
  platformFileId: string | null;
  platformUrl: string;
  /** "" until the provider has reported one. */
  coverUrl: string;
  /** Why the provider refused it. */
  failure: string;
  /** When the sweep runs its job again; null: nothing is awaited. */
  nextLookAt: Date | null;
  /** How often the cover was queried in vain. */
  coverLooks: number;
  deletedAt: Date | null;
  createdAt: Date;
}

const maybeDate = { type: Date, default: null };
const maybeText = { type: String, default: null };

export const VideoModel = defineModel<VideoDoc>(
  "videos",
  {
    fileId: { type: String, required: true },
    memberId: { type: Number, required: true },
    objectKey: maybeText,
    contentType: { type: String, default: "" },
    size: { type: Number, required: true },
    status: { type: Number, required: true },
    pushes: { type: Number, default: 0 },
    pushStartedAt: maybeDate,
    taskId: maybeText,
    platformFileId: maybeText,
    platformUrl: { type: String, default: "" },
    coverUrl: { type: String, default: "" },
    failure: { type: String, default: "" },
    nextLookAt: maybeDate,
    coverLooks: { type: Number, default: 0 },
    deletedAt: maybeDate,
  },
  {
    indexes: [
      [{ fileId: 1 }, { unique: true }],
      [{ platformFileId: 1 }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ nextLookAt: 1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
