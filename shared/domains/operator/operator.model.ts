import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** Who runs the shop (rules: Operators). */
export interface OperatorDoc {
  _id: number;
  username: string;
  nickname: string;
  /** Absent: none is known. No two operators have the same. */
  mobile?: string;
  email?: string;
  remark: string;
  /** argon2id */
  passwordHash: string;
  /** The password is known to whoever set it: little more than choosing another one is open until that is done. */
  passwordDue: boolean;
  roleIds: number[];
  status: EnabledStatus;
  /** Encrypted base32 secret of the second factor; null: none is asked. */
  totpSecret: string | null;
  /** The same, given out and not confirmed by a code yet. */
  totpPending: string | null;
  /** The 30 s step of the last code that was accepted: a code works once. */
  totpStep: number;
  /** Keyed hashes of the recovery codes that are left; each stands for a code of the second factor once. */
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
