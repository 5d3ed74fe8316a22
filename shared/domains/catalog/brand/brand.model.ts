import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

export interface BrandDoc {
  _id: number;
  name: string;
  /** Search terms of the name (keywordTerms.ts). */
  keywordTerms: string[];
  picUrl: string;
  sort: number;
  description: string;
  status: EnabledStatus;
  /** Counts changes of its products, so that a concurrent deletion or move of it conflicts. */
  uses: number;
  createdAt: Date;
}

export const BrandModel = defineModel<BrandDoc>(
  "productBrands",
  {
    name: { type: String, required: true },
    keywordTerms: { type: [String], default: [] },
    picUrl: { type: String, default: "" },
    sort: { type: Number, default: 0 },
    description: { type: String, default: "" },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
    uses: { type: Number, default: 0 },
  },
  {
    logicalDelete: true,
    claims: [{ fields: ["name"] }],
    indexes: [[{ status: 1, sort: 1, _id: 1 }]],
  },
);
