import { recordOperation } from "#shared/domains/audit/index.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { DeliveryTemplateModel, type DeliveryTemplateDoc } from "./deliveryTemplate.model.js";
import { deliveryTemplate, invalidateDeliveryTemplates } from "./deliveryTemplate.queries.js";
import { deliveryErrors } from "./delivery.errors.js";

export type DeliveryTemplateInput = Omit<DeliveryTemplateDoc, "_id" | "createdAt">;

/** Returns the new template's id. Throws TemplateNameExists. */
export async function createDeliveryTemplate(input: DeliveryTemplateInput): Promise<number> {
  const _id = await nextId("deliveryTemplates");
  await withUniqueName(() =>
    inTransaction(async () => {
      await DeliveryTemplateModel.create([{ _id, ...input }]);
      await recordOperation({ module: "trade", action: "express-template.create", bizId: _id, after: input });
      invalidateDeliveryTemplates();
    }),
  );
  return _id;
}

/** Existing orders keep their fee. Throws TemplateNotFound, TemplateNameExists. */
export async function updateDeliveryTemplate(id: number, input: DeliveryTemplateInput): Promise<true> {
  await withUniqueName(() =>
    inTransaction(async () => {
      const before = await deliveryTemplate(id);
      await DeliveryTemplateModel.updateOne({ _id: id }, { $set: { ...input } });
      await recordOperation({ module: "trade", action: "express-template.update", bizId: id, before, after: input });
      invalidateDeliveryTemplates();
    }),
  );
  return true;
}

/** Products in the recycle bin do not block it, and keep it. Throws TemplateNotFound, TemplateInUse. */
export async function deleteDeliveryTemplate(id: number): Promise<true> {
  await inTransaction(async () => {
    const before = await deliveryTemplate(id);
    const count = await SpuModel.countDocuments({ deliveryTemplateId: id, status: { $ne: SpuStatus.recycled } });
    if (count > 0) throw deliveryErrors.TemplateInUse({ count });
    if (!(await deleteLogically(DeliveryTemplateModel, { _id: id }))) throw deliveryErrors.TemplateNotFound();
    await recordOperation({ module: "trade", action: "express-template.delete", bizId: id, before });
    invalidateDeliveryTemplates();
  });
  return true;
}

async function withUniqueName(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isDuplicateKey(error, "name") ? deliveryErrors.TemplateNameExists() : error;
  }
}
