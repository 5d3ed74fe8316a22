import type { LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { FileStatus } from "./media.states.js";

/** A file of the operators in object storage. */
export interface FileDoc extends LogicallyDeleted {
  _id: number;
  status: FileStatus;
  /** The name that its operator gave it. */
  name: string;
  /** The public object key, now or once recorded. */
  key: string;
  /** The unreadable object key that it is uploaded to; "" if it came through our API. */
  sentTo: string;
  contentType: string;
  size: number;
  operatorId: number;
  /** End of the time to upload it. */
  expiresAt: Date | null;
  createdAt: Date;
}

export const FileModel = defineModel<FileDoc>(
  "files",
  {
    status: { type: Number, enum: Object.values(FileStatus), required: true },
    name: { type: String, default: "" },
    key: { type: String, required: true },
    sentTo: { type: String, default: "" },
    contentType: { type: String, required: true },
    size: { type: Number, required: true },
    operatorId: { type: Number, required: true },
    expiresAt: { type: Date, default: null },
  },
  {
    logicalDelete: true,
    indexes: [[{ status: 1, createdAt: -1, _id: -1 }], [{ status: 1, expiresAt: 1 }], [{ key: 1 }], [{ sentTo: 1 }]],
  },
);
