import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, type ContentDoc } from "./content.js";

export const policyTypes = ["privacy", "terms"] as const;
export type PolicyType = (typeof policyTypes)[number];

/** One version of a policy. In force from `effectiveAt`, if published, until a later one comes into force. */
export interface PolicyDoc extends ContentDoc {
  policyType: PolicyType;
  title: string;
  version: string;
  /** Rich text, safe as stored. */
  content: string;
  effectiveAt: Date;
}

export const PolicyModel = defineModel<PolicyDoc>(
  "websitePolicies",
  {
    ...contentFields,
    policyType: { type: String, enum: policyTypes, required: true },
    title: { type: String, required: true },
    version: { type: String, required: true },
    content: { type: String, required: true },
    effectiveAt: { type: Date, required: true },
  },
  {
    logicalDelete: true,
    indexes: [[{ policyType: 1, deletedAt: 1, effectiveAt: -1 }], [{ deletedAt: 1, createdAt: -1, _id: -1 }]],
  },
);
