import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** There are two levels; parentId 0 is the top one. */
export interface CategoryDoc {
  _id: number;
  parentId: number;
  name: string;
  /** Key in object storage, or a full address. */
  picUrl: string;
  sort: number;
  /** For operators only. */
  description: string;
  status: EnabledStatus;
  /** Counts changes of its products and children, so that a concurrent deletion or move of it conflicts. */
  uses: number;
  createdAt: Date;
}

export const CategoryModel = defineModel<CategoryDoc>(
  "productCategories",
  {
    parentId: { type: Number, required: true },
    name: { type: String, required: true },
    picUrl: { type: String, default: "" },
    sort: { type: Number, default: 0 },
    description: { type: String, default: "" },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
    uses: { type: Number, default: 0 },
  },
  { logicalDelete: true, indexes: [[{ parentId: 1, status: 1, sort: 1 }]] },
);
