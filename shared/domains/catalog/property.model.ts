import { defineModel } from "#shared/platform/mongo.js";

/** What variants of a product differ in, such as colour. Names are copied into SKUs. */
export interface PropertyDoc {
  _id: number;
  name: string;
  createdAt: Date;
}

export interface PropertyValueDoc {
  _id: number;
  propertyId: number;
  name: string;
  createdAt: Date;
}

export const PropertyModel = defineModel<PropertyDoc>(
  "productProperties",
  { name: { type: String, required: true } },
  { indexes: [[{ name: 1 }, { unique: true }]] },
);

export const PropertyValueModel = defineModel<PropertyValueDoc>(
  "productPropertyValues",
  { propertyId: { type: Number, required: true }, name: { type: String, required: true } },
  { indexes: [[{ propertyId: 1, name: 1 }, { unique: true }]] },
);
