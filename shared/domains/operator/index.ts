export { adminErrors } from "./admin.errors.js";
export { OperatorModel, type OperatorDoc } from "./operator.model.js";
export { EVERY_PERMISSION, RoleModel, type RoleDoc } from "./role.model.js";
export { getRole, isBuiltIn, listRoles, pageRoles, type RoleFilter } from "./role.queries.js";
export { changeRole, createRole, deleteRole, type RoleInput } from "./changeRole.js";
export { findOperator, getOperator, pageOperators, type OperatorFilter } from "./operator.queries.js";
export { eachWithOperator, operatorNames, withOperators, type OfOperator } from "./operatorsOf.js";
export { createOperator, type OperatorInput } from "./createOperator.js";
export { changeOperator, type OperatorChanges } from "./changeOperator.js";
export { deleteOperator } from "./deleteOperator.js";
export { resetOperatorPassword } from "./resetOperatorPassword.js";
export { resetOperatorTotp } from "./resetOperatorTotp.js";
export { changeOwnProfile, type OwnProfileChanges } from "./changeOwnProfile.js";
export { changeOwnPassword } from "./changeOwnPassword.js";
export { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from "./ownSecondFactor.js";
export { endOperatorSession, endOwnSession, listOperatorSessions } from "./operatorSessions.js";
export type { Governor } from "./mayGovern.js";
export {
  findEnabledRoles,
  invalidatePermissions,
  EVERYONES_PERMISSIONS,
  lacksSecondFactor,
  OWN_PROFILE,
  OWN_SECOND_FACTOR,
  OWN_SIGN_IN,
  rightsOfOperator,
  type OperatorRights,
} from "./permissions.js";
export { ensureFirstOperator } from "./ensureFirstOperator.js";
export {
  openOperatorSession,
  refreshOperator,
  signInOperator,
  signOutOperator,
  type OperatorCredentials,
} from "./signInOperator.js";
export { adminRecycling } from "./admin.recycling.js";
