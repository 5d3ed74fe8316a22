import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { ExperienceBizType } from "../loyalty.codes.js";

/** One change of a member's experience. */
export interface ExperienceRecordDoc {
  _id: number;
  memberId: number;
  bizType: ExperienceBizType;
  bizId: string;
  /** null: the name of bizType is shown. */
  title: string | null;
  description: string | null;
  /** Signed: the real change, as the experience never falls below 0. */
  experience: number;
  /** The member's experience after it. */
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
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
