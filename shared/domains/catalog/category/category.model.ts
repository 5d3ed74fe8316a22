import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** Two levels: parentId 0 is the top. */
export interface CategoryDoc {
  _id: number;
  parentId: number;
  name: string;
  /** Key in object storage, or a full address. */
  picUrl: string;
  sort: number;
  /** The operators' own note. */
  description: string;
  status: EnabledStatus;
  /** Moves with whatever is put under it: who deletes or moves it at the same moment meets that here. */
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
