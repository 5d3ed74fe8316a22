import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { AddressModel } from "./address.model.js";
import { lockAddresses } from "./changeAddress.js";

/** Moves the addresses of a merged member; the other one's default stays the only one. Finds nothing the second time. */
export async function moveAddresses(from: number, into: number): Promise<void> {
  if (!(await AddressModel.exists({ memberId: from }))) return;
  await inTransaction(async () => {
    await lockAddresses(into);
    if (await AddressModel.exists({ memberId: into, isDefault: true }))
      await AddressModel.updateMany({ memberId: from, isDefault: true }, { $set: { isDefault: false } });
    await AddressModel.updateMany({ memberId: from }, { $set: { memberId: into } });
  });
}
