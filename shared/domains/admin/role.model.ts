import { defineModel } from "#shared/platform/mongo.js";

/** A set of permissions like "trade:order:ship"; "*" is all of them. */
export interface RoleDoc {
  _id: number;
  name: string;
  code: string;
  permissions: string[];
  /** 0 enabled, 1 disabled. */
  status: 0 | 1;
  createdAt: Date;
}

export const RoleModel = defineModel<RoleDoc>(
  "roles",
  {
    name: { type: String, required: true },
    code: { type: String, required: true },
    permissions: { type: [String], default: [] },
    status: { type: Number, default: 0 },
  },
  { indexes: [[{ code: 1 }, { unique: true }]] },
);
