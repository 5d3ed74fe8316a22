import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import type { PropertyInput } from "./changeProperty.js";
import { PropertyModel, PropertyValueModel, type PropertyValueDoc } from "./property.model.js";
import { recordCatalogChange } from "../product/shelf.js";
import { SkuModel } from "../product/sku.model.js";

type PropertyValueInput = PropertyInput & { propertyId: number };

const nameTaken = (error: unknown): unknown =>
  isDuplicateKey(error, "name") ? catalogErrors.PropertyValueNameTaken() : error;

/** Throws PropertyNotFound, PropertyValueNameTaken. */
export async function createPropertyValue({ propertyId, name, remark = "" }: PropertyValueInput): Promise<number> {
  const _id = await nextId("productPropertyValues");
  return inTransaction(async () => {
    if (!(await PropertyModel.exists({ _id: propertyId }))) throw catalogErrors.PropertyNotFound();
    try {
      await PropertyValueModel.create([{ _id, propertyId, name, remark }]);
    } catch (error) {
      throw nameTaken(error);
    }
    await recordCatalogChange("property-value.create", _id, { after: { propertyId, name, remark } });
    return _id;
  });
}

/** A new name is copied to all variants with the value. Throws PropertyValueNotFound, PropertyValueNameTaken. */
export async function updatePropertyValue(valueId: number, { name, remark = "" }: PropertyInput): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await PropertyValueModel.findById(valueId).lean<PropertyValueDoc>();
    if (!before) throw catalogErrors.PropertyValueNotFound();
    try {
      await PropertyValueModel.updateOne({ _id: valueId }, { $set: { name, remark } });
    } catch (error) {
      throw nameTaken(error);
    }
    if (before.name !== name)
      await SkuModel.updateMany(
        { "properties.valueId": valueId },
        { $set: { "properties.$[own].valueName": name } },
        { arrayFilters: [{ "own.valueId": valueId }] },
      );
    await recordCatalogChange("property-value.update", valueId, { before, after: { name, remark } });
    return true;
  });
}

/** Throws PropertyValueNotFound, PropertyValueInUse. */
export async function deletePropertyValue(valueId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await PropertyValueModel.findById(valueId).lean<PropertyValueDoc>();
    if (!before) throw catalogErrors.PropertyValueNotFound();
    const count = await SkuModel.countDocuments({ "properties.valueId": valueId });
    if (count > 0) throw catalogErrors.PropertyValueInUse({ count });
    if (!(await deleteLogically(PropertyValueModel, { _id: valueId }))) throw catalogErrors.PropertyValueNotFound();
    await recordCatalogChange("property-value.delete", valueId, { before });
    return true;
  });
}
