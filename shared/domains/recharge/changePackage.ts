import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { rechargeErrors } from "./recharge.errors.js";
import { packageById } from "./rechargePackage.queries.js";
import { RechargePackageModel, type RechargePackageDoc } from "./rechargePackage.model.js";

export type PackageInput = Pick<RechargePackageDoc, "name" | "payPriceFen" | "bonusPriceFen" | "status">;

/** Creates a package; returns its id. Throws 1007008013 when the name is taken. */
export async function createPackage(input: PackageInput): Promise<number> {
  const _id = await nextId("rechargePackages");
  await withUniqueName(() =>
    inTransaction(async () => {
      await RechargePackageModel.create([{ _id, ...input }]);
      await recordOperation({ module: "pay", action: "rechargePackage.create", bizId: _id, after: input });
    }),
  );
  return _id;
}

/** Existing recharges keep their price. Throws 1007008011, 1007008013. */
export async function updatePackage(packageId: number, input: PackageInput): Promise<true> {
  return withUniqueName(() =>
    inTransaction(async () => {
      const before = await packageById(packageId);
      await RechargePackageModel.updateOne({ _id: packageId }, { $set: input });
      await recordOperation({
        module: "pay",
        action: "rechargePackage.update",
        bizId: packageId,
        before: inputOf(before),
        after: input,
      });
      return true as const;
    }),
  );
}

/** Existing recharges with it are not affected. Throws 1007008011. */
export async function deletePackage(packageId: number): Promise<true> {
  return inTransaction(async () => {
    const before = await packageById(packageId);
    if (!(await deleteLogically(RechargePackageModel, { _id: packageId }))) throw rechargeErrors.PackageNotFound();
    await recordOperation({
      module: "pay",
      action: "rechargePackage.delete",
      bizId: packageId,
      before: inputOf(before),
    });
    return true as const;
  });
}

const inputOf = ({ name, payPriceFen, bonusPriceFen, status }: RechargePackageDoc): PackageInput => ({
  name,
  payPriceFen,
  bonusPriceFen,
  status,
});

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error, "name")) throw rechargeErrors.PackageNameTaken();
    throw error;
  }
}
