import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

export interface MemberLevelDoc {
  _id: number;
  name: string;
  /** The level's number, 1 the lowest. */
  level: number;
  /** Reached with this much experience. */
  experience: number;
  /** What a member of this level pays, in percent of the price; 100 means no discount. */
  discountPercent: number;
  icon: string;
  backgroundUrl: string;
  description: string;
  status: EnabledStatus;
  createdAt: Date;
}

export const MemberLevelModel = defineModel<MemberLevelDoc>(
  "memberLevels",
  {
    name: { type: String, required: true },
    level: { type: Number, required: true },
    experience: { type: Number, default: 0 },
    discountPercent: { type: Number, default: 100 },
    icon: { type: String, default: "" },
    backgroundUrl: { type: String, default: "" },
    description: { type: String, default: "" },
    status: { type: Number, default: EnabledStatus.enabled },
  },
  {
    logicalDelete: true,
    claims: [{ fields: ["level"] }, { fields: ["name"] }],
  },
);
