import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A property in which variants differ, such as colour. Names are copied to SKUs. */
export interface PropertyDoc {
  _id: number;
  name: string;
  remark: string;
  createdAt: Date;
}

export interface PropertyValueDoc {
  _id: number;
  propertyId: number;
  name: string;
  remark: string;
  createdAt: Date;
}

export const PropertyModel = defineModel<PropertyDoc>(
  "productProperties",
  { name: { type: String, required: true }, remark: { type: String, default: "" } },
  { logicalDelete: true, claims: [{ fields: ["name"] }], indexes: [[{ name: 1 }]] },
);

export const PropertyValueModel = defineModel<PropertyValueDoc>(
  "productPropertyValues",
  {
    propertyId: { type: Number, required: true },
    name: { type: String, required: true },
    remark: { type: String, default: "" },
  },
  { logicalDelete: true, claims: [{ fields: ["propertyId", "name"] }], indexes: [[{ propertyId: 1, name: 1 }]] },
);
