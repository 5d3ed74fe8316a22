import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { MemberStatus, Sex } from "./member.states.js";

export interface MemberDoc {
  _id: number;
  /** Absent: came by a social provider and told no number yet. */
  mobile?: string;
  /** argon2id; null: never set, so that no password fits. */
  passwordHash: string | null;
  nickname: string;
  avatar: string;
  sex: Sex;
  status: MemberStatus;
  point: number;
  experience: number;
  levelId: number | null;
  registerIp: string;
  registerTerminal: number;
  loginIp: string;
  loginAt: Date | null;
  /** When the mobile last replaced another one; absent or null: never. */
  mobileChangedAt?: Date | null;
  /** Moves with every change of the addresses: two changes at once meet here, one is tried again after the other. */
  addressVersion: number;
  createdAt: Date;
}

export const MemberModel = defineModel<MemberDoc>(
  "members",
  {
    mobile: String,
    passwordHash: { type: String, default: null },
    nickname: { type: String, default: "" },
    avatar: { type: String, default: "" },
    sex: { type: Number, default: Sex.unsaid },
    status: { type: Number, default: MemberStatus.enabled },
    point: { type: Number, default: 0 },
    experience: { type: Number, default: 0 },
    levelId: { type: Number, default: null },
    registerIp: { type: String, default: "" },
    registerTerminal: { type: Number, default: Terminal.unknown },
    loginIp: { type: String, default: "" },
    loginAt: { type: Date, default: null },
    mobileChangedAt: { type: Date, default: null },
    addressVersion: { type: Number, default: 0 },
  },
  {
    claims: [{ fields: ["mobile"] }],
    indexes: [[{ mobile: 1 }, { sparse: true }], [{ createdAt: -1 }]],
  },
);
