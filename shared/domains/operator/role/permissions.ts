import { broadcast, broadcastsArrive, onBroadcast } from "#shared/kernel/redis/broadcast.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { afterCommit } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { OperatorModel, type OperatorDoc } from "../operator.model.js";
import { RoleModel, type RoleDoc } from "./role.model.js";

/** Right of every enabled operator: see and end their own sign-in, and choose their password. */
export const OWN_SIGN_IN = "system:auth:own";
/** Right of every operator with no password change due: set up a second factor. */
export const OWN_SECOND_FACTOR = "system:second-factor:own";
/** Right of every operator with nothing due: manage their profile, second factor and devices. */
export const OWN_PROFILE = "system:profile:own";

/** Not offered for roles, as everyone has them. */
export const EVERYONES_PERMISSIONS: readonly string[] = [OWN_SIGN_IN, OWN_SECOND_FACTOR, OWN_PROFILE];

export interface OperatorRights {
  permissions: readonly string[];
  /** Their password was set by another operator: until they choose one, OWN_SIGN_IN is all they have. */
  passwordDue: boolean;
  /** OPERATOR_2FA requires a second factor and they have none: OWN_SIGN_IN and OWN_SECOND_FACTOR are all they have. */
  secondFactorDue: boolean;
}

const CACHE_MS = seconds(5);
const cache = new Map<number, { until: number; rights: OperatorRights | undefined }>();
let changes = 0;
onBroadcast("operators", () => {
  changes++;
  cache.clear();
});

/**
 * An operator's rights by their enabled roles; undefined for one who is unknown or disabled. A change in another
 * process applies at once, or after 5 s if its broadcast was lost.
 */
export async function rightsOfOperator(operatorId: number): Promise<OperatorRights | undefined> {
  const cached = cache.get(operatorId);
  if (cached && cached.until > Date.now() && broadcastsArrive()) return cached.rights;
  const readAfter = changes;
  const rights = await readRights(operatorId);
  // Rights read while a change was broadcast may be older than the change.
  if (readAfter === changes) cache.set(operatorId, { until: Date.now() + CACHE_MS, rights });
  return rights;
}

async function readRights(operatorId: number): Promise<OperatorRights | undefined> {
  const operator = await OperatorModel.findOne({ _id: operatorId, status: EnabledStatus.enabled }).lean<OperatorDoc>();
  if (!operator) return undefined;
  if (operator.passwordDue) return { permissions: [OWN_SIGN_IN], passwordDue: true, secondFactorDue: false };
  const own = [OWN_SIGN_IN, OWN_SECOND_FACTOR];
  if (lacksSecondFactor(operator)) return { permissions: own, passwordDue: false, secondFactorDue: true };
  const roles = await findEnabledRoles(operator.roleIds);
  const given = roles.flatMap((role) => role.permissions);
  return { permissions: [...new Set([...own, OWN_PROFILE, ...given])], passwordDue: false, secondFactorDue: false };
}

/** Must the operator set up a second factor before anything else? */
export const lacksSecondFactor = ({ totpSecret }: Pick<OperatorDoc, "totpSecret">): boolean =>
  config.OPERATOR_2FA === "required" && totpSecret === null;

export async function findEnabledRoles(roleIds: number[]): Promise<RoleDoc[]> {
  return RoleModel.find({ _id: { $in: roleIds }, status: EnabledStatus.enabled })
    .sort({ _id: 1 })
    .lean<RoleDoc[]>();
}

/** To be called by every change of operators and roles, so that new rights apply at once. */
export function invalidatePermissions(): void {
  afterCommit(() => broadcast("operators", "changed"));
}
