import { nextId } from "#shared/kernel/mongo/ids.js";
import { PropertyModel, PropertyValueModel, type PropertyDoc, type PropertyValueDoc } from "./property.model.js";
import type { SkuProperty } from "../product/sku.model.js";

/** Finds or creates a property and its value; returns them in the form that SKUs store. */
export async function ensureProperty(propertyName: string, valueName: string): Promise<SkuProperty> {
  const property =
    (await PropertyModel.findOne({ name: propertyName }).lean<PropertyDoc>()) ?? (await addProperty(propertyName));
  const propertyId = property._id;
  const value =
    (await PropertyValueModel.findOne({ propertyId, name: valueName }).lean<PropertyValueDoc>()) ??
    (await addValue(propertyId, valueName));
  return { propertyId, propertyName, valueId: value._id, valueName };
}

async function addProperty(name: string): Promise<{ _id: number }> {
  const _id = await nextId("productProperties");
  await PropertyModel.create([{ _id, name }]);
  return { _id };
}

async function addValue(propertyId: number, name: string): Promise<{ _id: number }> {
  const _id = await nextId("productPropertyValues");
  await PropertyValueModel.create([{ _id, propertyId, name }]);
  return { _id };
}
