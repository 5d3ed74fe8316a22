import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { clock } from "#shared/kernel/time/clock.js";
import { deliveryErrors } from "./delivery.errors.js";
import { returnAddress, ReturnAddressModel, type ReturnAddressDoc } from "./returnAddress.model.js";

interface ReturnAddressInput extends Pick<ReturnAddressDoc, "name" | "mobile" | "areaId" | "detailAddress"> {
  isDefault: boolean;
}

/** Returns the new address's id. */
export async function createReturnAddress({ isDefault, ...input }: ReturnAddressInput): Promise<number> {
  const _id = await nextId("returnAddresses");
  await inTransaction(async () => {
    await ReturnAddressModel.create([{ _id, ...input, defaultAt: isDefault ? clock.now() : null }]);
    await recordOperation({ module: "trade", action: "return-address.create", bizId: _id, after: input });
  });
  return _id;
}

/** After-sales that were agreed before keep their copy. Throws ReturnAddressNotFound. */
export async function updateReturnAddress(id: number, { isDefault, ...input }: ReturnAddressInput): Promise<true> {
  await inTransaction(async () => {
    const before = await returnAddress(id);
    const defaultAt = isDefault === before.isDefault ? {} : { defaultAt: isDefault ? clock.now() : null };
    await ReturnAddressModel.updateOne({ _id: id }, { $set: { ...input, ...defaultAt } });
    await recordOperation({
      module: "trade",
      action: "return-address.update",
      bizId: id,
      before,
      after: { ...input, isDefault },
    });
  });
  return true;
}

/** Throws ReturnAddressNotFound. */
export async function deleteReturnAddress(id: number): Promise<true> {
  await inTransaction(async () => {
    const before = await returnAddress(id);
    // One that is restored does not become the default by that.
    await ReturnAddressModel.updateOne({ _id: id }, { $set: { defaultAt: null } });
    if (!(await deleteLogically(ReturnAddressModel, { _id: id }))) throw deliveryErrors.ReturnAddressNotFound();
    await recordOperation({ module: "trade", action: "return-address.delete", bizId: id, before });
  });
  return true;
}
