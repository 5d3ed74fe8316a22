import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, contentIndex, type ContentDoc } from "./content.js";

/** A category in the tree of industries, for products, solutions and source packages. */
export interface IndustryDoc extends ContentDoc {
  /** 0 at the top. */
  parentId: number;
  name: string;
  icon: string;
  description: string;
  /** Incremented when something is assigned to it, so that a concurrent deletion conflicts. */
  uses: number;
}

export const IndustryModel = defineModel<IndustryDoc>(
  "websiteIndustries",
  {
    ...contentFields,
    parentId: { type: Number, default: 0 },
    name: { type: String, required: true },
    icon: { type: String, default: "" },
    description: { type: String, default: "" },
    uses: { type: Number, default: 0 },
  },
  { logicalDelete: true, indexes: [[contentIndex]] },
);
