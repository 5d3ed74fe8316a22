import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { contentFields, contentIndex, type ContentDoc } from "./content.js";

export interface LabelledValue {
  label: string;
  value: string;
}

/** A place to try a product; its accounts are public. */
export interface DemoSiteDoc extends ContentDoc {
  productId: number | null;
  name: string;
  demoUrl: string;
  adminUrl: string;
  username: string;
  password: string;
  description: string;
  screenshot: string;
  /** Empty: derived from the fields above (rules: Website). */
  accounts: LabelledValue[];
}

const text = { type: String, default: "" };

export const DemoSiteModel = defineModel<DemoSiteDoc>(
  "websiteDemoSites",
  {
    ...contentFields,
    productId: { type: Number, default: null },
    name: { type: String, required: true },
    demoUrl: text,
    adminUrl: text,
    username: text,
    password: text,
    description: text,
    screenshot: text,
    accounts: { type: [{ _id: false, label: String, value: String }], default: [] },
  },
  { logicalDelete: true, indexes: [[contentIndex]] },
);
