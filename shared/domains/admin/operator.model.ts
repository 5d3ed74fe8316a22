import { defineModel } from "#shared/platform/mongo.js";

/** Who runs the shop (contract 11). */
export interface OperatorDoc {
  _id: number;
  username: string;
  nickname: string;
  /** argon2id */
  passwordHash: string;
  roleIds: number[];
  /** 0 enabled, 1 disabled. */
  status: 0 | 1;
  /** Encrypted base32 secret of the second factor; null: none is asked. */
  totpSecret: string | null;
  /** The 30 s step of the last code that was accepted: a code works once. */
  totpStep: number;
  loginIp: string;
  loginAt: Date | null;
  createdAt: Date;
}

export const OperatorModel = defineModel<OperatorDoc>(
  "operators",
  {
    username: { type: String, required: true },
    nickname: { type: String, default: "" },
    passwordHash: { type: String, required: true },
    roleIds: { type: [Number], default: [] },
    status: { type: Number, default: 0 },
    totpSecret: { type: String, default: null },
    totpStep: { type: Number, default: 0 },
    loginIp: { type: String, default: "" },
    loginAt: { type: Date, default: null },
  },
  { indexes: [[{ username: 1 }, { unique: true }], [{ roleIds: 1 }]] },
);
