import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, contentIndex, type ContentDoc, type Json } from "../content/content.js";

/** The downloadable object in the store, checked when it was uploaded (checkUpload.ts). */
export interface SourcePackage {
  key: string;
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The upload that brought it. */
  uploadId: number;
}

/** A source package. */
export interface SourceDoc extends ContentDoc {
  name: string;
  version: string;
  icon: string;
  description: string;
  envTags: string[];
  categoryId: number | null;
  changelog: Json;
  envRequirements: Json;
  /** null until one was uploaded. */
  package: SourcePackage | null;
  downloadCount: number;
  /** When an operator last changed it; downloads do not count as changes. */
  changedAt: Date;
}

const text = { type: String, default: "" };

export const SourceModel = defineModel<SourceDoc>(
  "websiteSources",
  {
    ...contentFields,
    name: { type: String, required: true },
    version: text,
    icon: text,
    description: text,
    envTags: { type: [String], default: [] },
    categoryId: { type: Number, default: null },
    changelog: { type: Object, default: null },
    envRequirements: { type: Object, default: null },
    package: { type: Object, default: null },
    downloadCount: { type: Number, default: 0 },
    changedAt: { type: Date, required: true },
  },
  { logicalDelete: true, indexes: [[contentIndex], [{ categoryId: 1 }]] },
);
