import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** How often operators have written a form, and the newest write. A form that nobody wrote has none. */
export interface FormVersionDoc {
  /** "product/brand:12"; of a single object "trade/config:". */
  _id: string;
  version: number;
  operatorId: number | null;
  /** Names of fields, as the audit log has them. */
  fields: string[];
  changedAt: Date;
  /** Of the request that wrote it. */
  requestId: string;
  /** Hash of what was saved; null for another act than saving it. */
  digest: string | null;
}

export const FormVersionModel = defineModel<FormVersionDoc>("formVersions", {
  _id: { type: String, required: true },
  version: { type: Number, required: true },
  operatorId: { type: Number, default: null },
  fields: { type: [String], default: [] },
  changedAt: { type: Date, required: true },
  requestId: { type: String, required: true },
  digest: { type: String, default: null },
});
