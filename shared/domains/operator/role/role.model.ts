import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** The role that has every permission and cannot be edited or deleted. */
export const SUPER_ROLE = "super_admin";
/** Every permission, including those of later versions. */
export const EVERY_PERMISSION = "*";

/** A set of permissions like "trade:order:ship"; "*" is all of them. */
export interface RoleDoc {
  _id: number;
  name: string;
  code: string;
  permissions: string[];
  status: EnabledStatus;
  remark: string;
  /** Incremented when the role is assigned or removed, so that of concurrent changes one conflicts and is retried. */
  assignments: number;
  createdAt: Date;
}

export const RoleModel = defineModel<RoleDoc>(
  "roles",
  {
    name: { type: String, required: true },
    code: { type: String, required: true },
    permissions: { type: [String], default: [] },
    status: { type: Number, default: EnabledStatus.enabled },
    remark: { type: String, default: "" },
    assignments: { type: Number, default: 0 },
  },
  { logicalDelete: true, claims: [{ fields: ["code"] }], indexes: [[{ code: 1 }], [{ createdAt: -1, _id: -1 }]] },
);
