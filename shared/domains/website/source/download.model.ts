import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** One issued download link, with the member if one was signed in. */
export interface DownloadDoc {
  _id: number;
  sourceId: number;
  /** Name and version at that time. */
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
