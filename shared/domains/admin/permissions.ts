import { broadcast, broadcastsArrive, onBroadcast } from "#shared/platform/broadcast.js";
import { seconds } from "#shared/platform/clock.js";
import { afterCommit } from "#shared/platform/mongo.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";
import { RoleModel, type RoleDoc } from "./role.model.js";

/** What every enabled operator may: see and end their own sign-in. */
export const OWN_SIGN_IN = "system:auth:own";

const CACHE_MS = seconds(5);
const cache = new Map<number, { until: number; permissions: readonly string[] | undefined }>();
onBroadcast("operators", () => cache.clear());

/**
 * The permissions of an operator's enabled roles; undefined for one who is unknown or disabled. A change in another
 * process is seen at once, or after 5 s when its word was lost.
 */
export async function permissionsOfOperator(operatorId: number): Promise<readonly string[] | undefined> {
  const kept = cache.get(operatorId);
  if (kept && kept.until > Date.now() && broadcastsArrive()) return kept.permissions;
  const operator = await OperatorModel.findOne({ _id: operatorId, status: 0 }).lean<OperatorDoc>();
  const roles = operator ? await findEnabledRoles(operator.roleIds) : [];
  const permissions = operator ? [...new Set([OWN_SIGN_IN, ...roles.flatMap((role) => role.permissions)])] : undefined;
  cache.set(operatorId, { until: Date.now() + CACHE_MS, permissions });
  return permissions;
}

export async function findEnabledRoles(roleIds: number[]): Promise<RoleDoc[]> {
  return RoleModel.find({ _id: { $in: roleIds }, status: 0 })
    .sort({ _id: 1 })
    .lean<RoleDoc[]>();
}

/** To be called by every change of operators and roles: new rights hold at once. */
export function forgetPermissions(): void {
  afterCommit(() => broadcast("operators", "changed"));
}
