import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** A person who runs the shop (rules: Operators). */
export interface OperatorDoc {
  _id: number;
  username: string;
  nickname: string;
  /** Absent: unknown. Unique. */
  mobile?: string;
  email?: string;
  remark: string;
  /** argon2id */
  passwordHash: string;
  /** Another operator set the password and knows it: until a new one is chosen, little else is allowed. */
  passwordDue: boolean;
  roleIds: number[];
  status: EnabledStatus;
  /** Encrypted base32 secret of the second factor; null: none is required. */
  totpSecret: string | null;
  /** The same, issued but not confirmed by a code yet. */
  totpPending: string | null;
  /** The 30 s step of the last accepted code: each code works once. */
  totpStep: number;
  /** Keyed hashes of the unused recovery codes; each replaces a code of the second factor once. */
  recoveryHashes: string[];
  loginIp: string;
  loginAt: Date | null;
  createdAt: Date;
}

export const OperatorModel = defineModel<OperatorDoc>(
  "operators",
  {
    username: { type: String, required: true },
    nickname: { type: String, default: "" },
    mobile: String,
    email: String,
    remark: { type: String, default: "" },
    passwordHash: { type: String, required: true },
    passwordDue: { type: Boolean, default: false },
    roleIds: { type: [Number], default: [] },
    status: { type: Number, default: EnabledStatus.enabled },
    totpSecret: { type: String, default: null },
    totpPending: { type: String, default: null },
    totpStep: { type: Number, default: 0 },
    recoveryHashes: { type: [String], default: [] },
    loginIp: { type: String, default: "" },
    loginAt: { type: Date, default: null },
  },
  {
    logicalDelete: true,
    claims: [{ fields: ["username"] }, { fields: ["mobile"] }, { fields: ["email"] }],
    indexes: [[{ username: 1 }], [{ roleIds: 1 }], [{ createdAt: -1, _id: -1 }]],
  },
);
