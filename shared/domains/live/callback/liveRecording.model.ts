import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A file that the streaming provider recorded of a live. */
export interface LiveRecordingDoc {
  _id: number;
  liveId: number;
  streamId: string;
  channelId: string;
  fileId: string;
  /** The provider's id of the recording; unique, so that one reported twice is stored once. */
  recordFileId: string;
  durationSeconds: number;
  /** Bytes. */
  fileSize: number;
  videoUrl: string;
  streamParam: string;
  createdAt: Date;
}

export const LiveRecordingModel = defineModel<LiveRecordingDoc>(
  "liveRecordings",
  {
    liveId: { type: Number, required: true },
    streamId: { type: String, default: "" },
    channelId: { type: String, default: "" },
    fileId: { type: String, default: "" },
    recordFileId: { type: String, required: true },
    durationSeconds: { type: Number, default: 0 },
    fileSize: { type: Number, default: 0 },
    videoUrl: { type: String, default: "" },
    streamParam: { type: String, default: "" },
  },
  { indexes: [[{ recordFileId: 1 }, { unique: true }], [{ liveId: 1, _id: 1 }]] },
);
