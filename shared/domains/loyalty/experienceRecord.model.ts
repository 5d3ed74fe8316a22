import { defineModel } from "#shared/kernel/mongo/mongo.js";

/**
 * 0 operator, 1 invitation, 4 sign-in, 5 lottery, 11 given by an order, 12 taken back with the whole order, 13 with one
 * item (domain-facts 4.1); 31 the account was given up.
 */
export const experienceBizTypes = [0, 1, 4, 5, 11, 12, 13, 31] as const;
export type ExperienceBizType = (typeof experienceBizTypes)[number];

/** One change of a member's experience. */
export interface ExperienceRecordDoc {
  _id: number;
  memberId: number;
  bizType: ExperienceBizType;
  bizId: string;
  /** null: named by bizType when it is shown. */
  title: string | null;
  description: string | null;
  /** Signed: what was really added or taken, as it never falls below 0. */
  experience: number;
  /** What the member had after it. */
  totalExperience: number;
  createdAt: Date;
}

export const ExperienceRecordModel = defineModel<ExperienceRecordDoc>(
  "experienceRecords",
  {
    memberId: { type: Number, required: true },
    bizType: { type: Number, required: true },
    bizId: { type: String, required: true },
    title: { type: String, default: null },
    description: { type: String, default: null },
    experience: { type: Number, required: true },
    totalExperience: { type: Number, required: true },
  },
  {
    indexes: [
      [{ memberId: 1, bizType: 1, bizId: 1 }, { unique: true }],
      [{ memberId: 1, createdAt: -1 }],
      [{ createdAt: -1 }],
    ],
  },
);
