import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, contentIndex, type ContentDoc, type Json } from "./content.js";

/** A solution for an industry. */
export interface SolutionDoc extends ContentDoc {
  title: string;
  subtitle: string;
  /** Key in object storage, or a full address. */
  thumbnail: string;
  description: string;
  /** Rich text, safe as stored. */
  detailContent: string;
  categoryId: number | null;
  /** How it is deployed, in the operators' own words: "saas", "private", "hybrid". */
  deployType: string;
  isHot: boolean;
  version: string;
  tags: string[];
  techTags: string[];
  gallery: Json;
  features: Json;
  techStack: Json;
  changelog: Json;
  envRequirements: Json;
  seoTitle: string;
  seoDescription: string;
  demoUrl: string;
  /** Shown on the home page. */
  isRecommended: boolean;
}

const text = { type: String, default: "" };
const json = { type: Object, default: null };
const texts = { type: [String], default: [] };

export const SolutionModel = defineModel<SolutionDoc>(
  "websiteSolutions",
  {
    ...contentFields,
    title: { type: String, required: true },
    subtitle: text,
    thumbnail: text,
    description: text,
    detailContent: text,
    categoryId: { type: Number, default: null },
    deployType: text,
    isHot: { type: Boolean, default: false },
    version: text,
    tags: texts,
    techTags: texts,
    gallery: json,
    features: json,
    techStack: json,
    changelog: json,
    envRequirements: json,
    seoTitle: text,
    seoDescription: text,
    demoUrl: text,
    isRecommended: { type: Boolean, default: false },
  },
  { logicalDelete: true, indexes: [[contentIndex], [{ categoryId: 1 }]] },
);
