import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** One link that was handed out, of the member if one was signed in. */
export interface DownloadDoc {
  _id: number;
  sourceId: number;
  /** As it was called and numbered then. */
  sourceName: string;
  version: string;
  memberId: number | null;
  createdAt: Date;
}

export const DownloadModel = defineModel<DownloadDoc>(
  "websiteDownloads",
  {
    sourceId: { type: Number, required: true },
    sourceName: { type: String, required: true },
    version: { type: String, default: "" },
    memberId: { type: Number, default: null },
  },
  {
    indexes: [
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ sourceId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
