import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { UploadStatus } from "./upload.states.js";

/** The upload of a package to object storage, in parts that the operator's browser sends there directly. */
export interface UploadDoc {
  _id: number;
  sourceId: number;
  fileName: string;
  /** Bytes, as announced; the uploaded object must have the same size. */
  size: number;
  /** Bytes of each part but the last. */
  partSize: number;
  /** Key of the object. */
  key: string;
  /** The store's id of the upload. */
  storeUploadId: string;
  status: UploadStatus;
  /** Why it was refused. */
  reason: string;
  /** Read from the object. */
  sha256: string | null;
  contentType: string | null;
  /** How far it has been read; after an interruption the next run continues from there. */
  reading?: { bytes: number; hashState: Uint8Array } | undefined;
  /** No part is accepted after this. */
  expiresAt: Date;
  /** When it was replaced by another. */
  replacedAt: Date | null;
  createdAt: Date;
}

export const UploadModel = defineModel<UploadDoc>(
  "websiteUploads",
  {
    sourceId: { type: Number, required: true },
    fileName: { type: String, required: true },
    size: { type: Number, required: true },
    partSize: { type: Number, required: true },
    key: { type: String, required: true },
    storeUploadId: { type: String, required: true },
    status: { type: Number, default: UploadStatus.open },
    reason: { type: String, default: "" },
    sha256: { type: String, default: null },
    contentType: { type: String, default: null },
    reading: { type: { _id: false, bytes: Number, hashState: Buffer }, default: undefined },
    expiresAt: { type: Date, required: true },
    replacedAt: { type: Date, default: null },
  },
  { indexes: [[{ status: 1, expiresAt: 1 }], [{ sourceId: 1, status: 1 }]] },
);
