import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { MemberStatus, Sex } from "./member.states.js";

export interface MemberDoc {
  _id: number;
  /** Absent: joined through a social provider and gave no number yet. */
  mobile?: string;
  /** argon2id; null: never set, so that no password matches. */
  passwordHash: string | null;
  nickname: string;
  /** Search terms of the nickname (kernel/lists/searchTerms.ts). Never read with the row. */
  nicknameTerms?: string[];
  avatar: string;
  sex: Sex;
  status: MemberStatus;
  point: number;
  /** Taken back by refunds when they were spent already: points given later pay it first. Absent in older rows: 0. */
  pointOwed?: number;
  experience: number;
  levelId: number | null;
  registerIp: string;
  registerTerminal: number;
  loginIp: string;
  loginAt: Date | null;
  /** When the mobile last replaced another one; absent or null: never. */
  mobileChangedAt?: Date | null;
  /** The member who has this one's identity and all that it owned; absent or null: it was merged into nobody. */
  mergedInto?: number | null;
  mergedAt?: Date | null;
  /** Incremented by every change of the addresses, so that of concurrent changes one conflicts and is retried. */
  addressVersion: number;
  createdAt: Date;
}

export const MemberModel = defineModel<MemberDoc>(
  "members",
  {
    mobile: String,
    passwordHash: { type: String, default: null },
    nickname: { type: String, default: "" },
    nicknameTerms: { type: [String], default: [], select: false },
    avatar: { type: String, default: "" },
    sex: { type: Number, default: Sex.unsaid },
    status: { type: Number, default: MemberStatus.enabled },
    point: { type: Number, default: 0 },
    pointOwed: { type: Number, default: 0 },
    experience: { type: Number, default: 0 },
    levelId: { type: Number, default: null },
    registerIp: { type: String, default: "" },
    registerTerminal: { type: Number, default: Terminal.unknown },
    loginIp: { type: String, default: "" },
    loginAt: { type: Date, default: null },
    mobileChangedAt: { type: Date, default: null },
    mergedInto: Number,
    mergedAt: Date,
    addressVersion: { type: Number, default: 0 },
  },
  {
    claims: [{ fields: ["mobile"] }],
    indexes: [
      [{ mobile: 1 }, { sparse: true }],
      [{ mergedInto: 1 }, { sparse: true }],
      [{ createdAt: -1, _id: -1 }],
      [{ nicknameTerms: 1, createdAt: -1, _id: -1 }],
    ],
  },
);
