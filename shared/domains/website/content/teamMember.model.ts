import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, contentIndex, type ContentDoc } from "./content.js";

/** A member of the company's team. */
export interface TeamMemberDoc extends ContentDoc {
  name: string;
  title: string;
  avatar: string;
  description: string;
}

export const TeamMemberModel = defineModel<TeamMemberDoc>(
  "websiteTeamMembers",
  {
    ...contentFields,
    name: { type: String, required: true },
    title: { type: String, default: "" },
    avatar: { type: String, default: "" },
    description: { type: String, default: "" },
  },
  { logicalDelete: true, indexes: [[contentIndex]] },
);
