import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { adminErrors } from "./operator.errors.js";
import { requireOneSuper } from "./requireOneSuper.js";
import { checkMayGovern, type Governor } from "./mayGovern.js";
import { OperatorModel } from "./operator.model.js";
import { getOperator } from "./operator.queries.js";
import { giveRoles, operatorAuditFields, refusingTakenFields } from "./operatorFields.js";
import { invalidatePermissions } from "./role/permissions.js";

/** The changes; null removes a mobile or an e-mail. */
interface OperatorChanges {
  username?: string | undefined;
  nickname?: string | undefined;
  mobile?: string | null | undefined;
  email?: string | null | undefined;
  remark?: string | undefined;
  roleIds?: number[] | undefined;
  status?: EnabledStatus | undefined;
}

/**
 * Changes an operator: new rights apply at once, and a disabled operator is signed out at once. OperatorNotFound,
 * OperatorAboveYou, OwnAccount for disabling oneself, LastSuperOperator, RoleNotFound, PermissionNotYours, and the
 * refusals of refusingTakenFields.
 */
export async function changeOperator(
  actor: Governor,
  operatorId: number,
  { roleIds, ...changes }: OperatorChanges,
  action = "user.update",
): Promise<true> {
  return inTransaction(async () => {
    const before = await getOperator(operatorId);
    await checkMayGovern(actor, before);
    const isDisabled = changes.status === EnabledStatus.disabled && before.status === EnabledStatus.enabled;
    if (isDisabled && operatorId === actor.operatorId) throw adminErrors.OwnAccount();
    const after = { ...before, ...(roleIds ? { roleIds: [...new Set(roleIds)] } : {}) };
    await requireOneSuper(before, { roleIds: after.roleIds, status: changes.status ?? before.status });
    await giveRoles(
      actor,
      after.roleIds.filter((id) => !before.roleIds.includes(id)),
    );
    await writeOperator(operatorId, roleIds ? { ...changes, roleIds: after.roleIds } : changes);
    if (isDisabled) await endSessions({ audience: "operator", ownerId: operatorId }, "operator disabled");
    invalidatePermissions();
    const now = await getOperator(operatorId);
    await recordOperation({
      module: "system",
      action,
      bizId: operatorId,
      before: operatorAuditFields(before),
      after: operatorAuditFields(now),
    });
    return true as const;
  });
}

/** Writes the given fields; null removes a field. The refusals of refusingTakenFields. */
export async function writeOperator(operatorId: number, changes: OperatorChanges): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const $set = Object.fromEntries(given.filter(([, value]) => value !== null));
  const $unset = Object.fromEntries(given.filter(([, value]) => value === null).map(([field]) => [field, 1]));
  if (given.length === 0) return;
  await refusingTakenFields(async () =>
    OperatorModel.updateOne(
      { _id: operatorId },
      {
        ...(Object.keys($set).length > 0 ? { $set } : {}),
        ...(Object.keys($unset).length > 0 ? { $unset } : {}),
      },
    ),
  );
}
