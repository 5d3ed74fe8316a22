import type { LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { FileStatus } from "./media.states.js";

/** A file of the operators in object storage. */
export interface FileDoc extends LogicallyDeleted {
  _id: number;
  status: FileStatus;
  /** As its operator calls it. */
  name: string;
  /** Where it is, or will be, for everyone to read. */
  key: string;
  /** Where it is sent to: nobody reads it there. "" where it came through our API. */
  sentTo: string;
  contentType: string;
  size: number;
  operatorId: number;
  /** Of an upload: it may be sent until then. */
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
