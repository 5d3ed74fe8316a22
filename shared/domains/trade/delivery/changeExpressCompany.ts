import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { AfterSaleModel } from "../afterSale/afterSale.model.js";
import { ExpressCompanyModel, findExpressCompany, type ExpressCompanyDoc } from "./expressCompany.model.js";
import { OrderModel } from "../order/order.model.js";
import { deliveryErrors } from "./delivery.errors.js";
import { OrderStatus } from "../order/order.states.js";
import { AfterSaleStatus } from "../afterSale/afterSale.states.js";

type ExpressCompanyInput = Omit<ExpressCompanyDoc, "_id" | "createdAt">;

/** Returns the new company's id. Throws ExpressCodeExists. */
export async function createExpressCompany(input: ExpressCompanyInput): Promise<number> {
  const _id = await nextId("expressCompanies");
  await withUniqueCode(() =>
    inTransaction(async () => {
      await ExpressCompanyModel.create([{ _id, ...input }]);
      await recordOperation({ module: "trade", action: "express.create", bizId: _id, after: input });
    }),
  );
  return _id;
}

/** Throws ExpressCompanyNotFound, ExpressCodeExists. */
export async function updateExpressCompany(id: number, input: ExpressCompanyInput): Promise<true> {
  await withUniqueCode(() =>
    inTransaction(async () => {
      const before = await expressCompany(id);
      await ExpressCompanyModel.updateOne({ _id: id }, { $set: { ...input } });
      await recordOperation({ module: "trade", action: "express.update", bizId: id, before, after: input });
    }),
  );
  return true;
}

/** Earlier parcels keep its name and their tracks. Throws ExpressCompanyNotFound, ExpressCompanyInUse. */
export async function deleteExpressCompany(id: number): Promise<true> {
  await inTransaction(async () => {
    const before = await expressCompany(id);
    const sent = await OrderModel.countDocuments({
      status: { $in: [OrderStatus.toShip, OrderStatus.shipped] as OrderStatus[] },
      $or: [{ logisticsId: id }, { "parcels.logisticsId": id }],
    });
    const returned = await AfterSaleModel.countDocuments({ status: AfterSaleStatus.goodsSent, logisticsId: id });
    if (sent + returned > 0) throw deliveryErrors.ExpressCompanyInUse({ count: sent + returned });
    if (!(await deleteLogically(ExpressCompanyModel, { _id: id }))) throw deliveryErrors.ExpressCompanyNotFound();
    await recordOperation({ module: "trade", action: "express.delete", bizId: id, before });
  });
  return true;
}

/** Throws ExpressCompanyNotFound. */
export async function expressCompany(id: number): Promise<ExpressCompanyDoc> {
  const company = await findExpressCompany(id);
  if (!company) throw deliveryErrors.ExpressCompanyNotFound();
  return company;
}

async function withUniqueCode(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isDuplicateKey(error, "code") ? deliveryErrors.ExpressCodeExists() : error;
  }
}
