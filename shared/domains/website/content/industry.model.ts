import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, contentIndex, type ContentDoc } from "./content.js";

/** An industry category: the tree that products, solutions and source packages stand in. */
export interface IndustryDoc extends ContentDoc {
  /** 0 at the top. */
  parentId: number;
  name: string;
  icon: string;
  description: string;
  /** Moves with whatever is put under it: who deletes it at the same moment meets that here. */
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
