import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { catalogErrors } from "../catalog.errors.js";
import { PropertyModel, PropertyValueModel, type PropertyDoc, type PropertyValueDoc } from "./property.model.js";
import { recordCatalogChange } from "../product/shelf.js";
import { SkuModel } from "../product/sku.model.js";

export interface PropertyInput {
  name: string;
  remark?: string | undefined;
}

const nameTaken = (error: unknown): unknown =>
  isDuplicateKey(error, "name") ? catalogErrors.PropertyNameTaken() : error;

/** Throws PropertyNameTaken. */
export async function createProperty({ name, remark = "" }: PropertyInput): Promise<number> {
  const _id = await nextId("productProperties");
  return inTransaction(async () => {
    try {
      await PropertyModel.create([{ _id, name, remark }]);
    } catch (error) {
      throw nameTaken(error);
    }
    await recordCatalogChange("property.create", _id, { after: { name, remark } });
    return _id;
  });
}

/** A new name is copied to all variants with the property. Throws PropertyNotFound, PropertyNameTaken. */
export async function updateProperty(propertyId: number, { name, remark = "" }: PropertyInput): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await PropertyModel.findById(propertyId).lean<PropertyDoc>();
    if (!before) throw catalogErrors.PropertyNotFound();
    try {
      await PropertyModel.updateOne({ _id: propertyId }, { $set: { name, remark } });
    } catch (error) {
      throw nameTaken(error);
    }
    if (before.name !== name) {
      const values = await PropertyValueModel.find({ propertyId }, { _id: 1 }).lean<Pick<PropertyValueDoc, "_id">[]>();
      await SkuModel.updateMany(
        { "properties.valueId": { $in: values.map((value) => value._id) } },
        { $set: { "properties.$[own].propertyName": name } },
        { arrayFilters: [{ "own.propertyId": propertyId }] },
      );
    }
    await recordCatalogChange("property.update", propertyId, { before, after: { name, remark } });
    return true;
  });
}

/** Throws PropertyNotFound, PropertyHasValues. */
export async function deleteProperty(propertyId: number): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await PropertyModel.findById(propertyId).lean<PropertyDoc>();
    if (!before) throw catalogErrors.PropertyNotFound();
    const count = await PropertyValueModel.countDocuments({ propertyId });
    if (count > 0) throw catalogErrors.PropertyHasValues({ count });
    if (!(await deleteLogically(PropertyModel, { _id: propertyId }))) throw catalogErrors.PropertyNotFound();
    await recordCatalogChange("property.delete", propertyId, { before });
    return true;
  });
}
