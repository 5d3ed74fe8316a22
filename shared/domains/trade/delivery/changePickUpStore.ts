import { OperatorModel } from "#shared/domains/operator/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { OrderModel } from "../order/order.model.js";
import { deliveryErrors } from "./delivery.errors.js";
import { pickUpStore, PickUpStoreModel, type PickUpStoreDoc } from "./pickUpStore.model.js";
import { OrderStatus } from "../order/order.states.js";

export type PickUpStoreInput = Omit<PickUpStoreDoc, "_id" | "staffIds" | "createdAt">;

/** Returns the new store's id. It has no staff, so no goods are handed out there before bindStoreStaff. */
export async function createPickUpStore(input: PickUpStoreInput): Promise<number> {
  const _id = await nextId("pickUpStores");
  await inTransaction(async () => {
    await PickUpStoreModel.create([{ _id, ...input }]);
    await recordOperation({ module: "trade", action: "pick-up-store.create", bizId: _id, after: input });
  });
  return _id;
}

/** Its staff is not changed. Throws StoreNotFound. */
export async function updatePickUpStore(id: number, input: PickUpStoreInput): Promise<true> {
  await inTransaction(async () => {
    const before = await pickUpStore(id);
    await PickUpStoreModel.updateOne({ _id: id }, { $set: { ...input } });
    await recordOperation({ module: "trade", action: "pick-up-store.update", bizId: id, before, after: input });
  });
  return true;
}

/** Throws StoreNotFound; StoreInUse while unpaid orders or orders to be picked up there exist. */
export async function deletePickUpStore(id: number): Promise<true> {
  await inTransaction(async () => {
    const before = await pickUpStore(id);
    const count = await OrderModel.countDocuments({
      pickUpStoreId: id,
      status: { $in: [OrderStatus.unpaid, OrderStatus.toShip] },
    });
    if (count > 0) throw deliveryErrors.StoreInUse({ count });
    if (!(await deleteLogically(PickUpStoreModel, { _id: id }))) throw deliveryErrors.StoreNotFound();
    await recordOperation({ module: "trade", action: "pick-up-store.delete", bizId: id, before });
  });
  return true;
}

/** Replaces the operators who hand goods out there. Throws StoreNotFound, StoreStaffNotFound. */
export async function bindStoreStaff(id: number, operatorIds: readonly number[]): Promise<true> {
  const staffIds = [...new Set(operatorIds)];
  await inTransaction(async () => {
    const { staffIds: before } = await pickUpStore(id);
    const known = await OperatorModel.countDocuments({ _id: { $in: staffIds } });
    if (known < staffIds.length) throw deliveryErrors.StoreStaffNotFound();
    await PickUpStoreModel.updateOne({ _id: id }, { $set: { staffIds } });
    await recordOperation({
      module: "trade",
      action: "pick-up-store.bind",
      bizId: id,
      before: { verifyUserIds: before },
      after: { verifyUserIds: staffIds },
    });
  });
  return true;
}
