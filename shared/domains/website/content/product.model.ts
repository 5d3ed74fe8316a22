import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, contentIndex, type ContentDoc, type Json } from "./content.js";

/** A product on the marketing site; not one of the shop's. */
export interface ProductDoc extends ContentDoc {
  title: string;
  subtitle: string;
  /** Key in object storage, or a full address. */
  thumbnail: string;
  description: string;
  /** Rich text, safe as stored. */
  detailContent: string;
  categoryId: number | null;
  gallery: Json;
  tags: string[];
  techTags: string[];
  stats: Json;
  pricingPlans: Json;
  features: Json;
  techStack: Json;
  changelog: Json;
  envRequirements: Json;
  seoTitle: string;
  seoDescription: string;
  demoUrl: string;
  /** Shown on the home page. */
  isCore: boolean;
}

const text = { type: String, default: "" };
const json = { type: Object, default: null };
const texts = { type: [String], default: [] };

export const ProductModel = defineModel<ProductDoc>(
  "websiteProducts",
  {
    ...contentFields,
    title: { type: String, required: true },
    subtitle: text,
    thumbnail: text,
    description: text,
    detailContent: text,
    categoryId: { type: Number, default: null },
    gallery: json,
    tags: texts,
    techTags: texts,
    stats: json,
    pricingPlans: json,
    features: json,
    techStack: json,
    changelog: json,
    envRequirements: json,
    seoTitle: text,
    seoDescription: text,
    demoUrl: text,
    isCore: { type: Boolean, default: false },
  },
  { logicalDelete: true, indexes: [[contentIndex], [{ categoryId: 1 }]] },
);
