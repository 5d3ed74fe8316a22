import type { z } from "zod";
import type { PropertyDoc, PropertyValueDoc } from "#shared/domains/catalog/index.js";
import type { PropertyAdminView, PropertyValueAdminView } from "./property.schemas.js";

export const propertyAdminView = (property: PropertyDoc): z.input<typeof PropertyAdminView> => ({
  id: property._id,
  name: property.name,
  remark: property.remark ?? "",
  createTime: property.createdAt.getTime(),
});

export const propertyValueAdminView = (value: PropertyValueDoc): z.input<typeof PropertyValueAdminView> => ({
  id: value._id,
  propertyId: value.propertyId,
  name: value.name,
  remark: value.remark ?? "",
  createTime: value.createdAt.getTime(),
});
