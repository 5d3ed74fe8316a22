export { adminErrors } from "./operator.errors.js";
export { OperatorModel, type OperatorDoc } from "./operator.model.js";
export { EVERY_PERMISSION, type RoleDoc } from "./role/role.model.js";
export { getRole, isBuiltIn, listRoles, pageRoles } from "./role/role.queries.js";
export { changeRole, createRole, deleteRole } from "./role/changeRole.js";
export { findOperator, getOperator, pageOperators } from "./operator.queries.js";
export { searchOperators } from "./searchOperators.js";
export { eachWithOperator, operatorNames, withOperators, type OfOperator } from "./operatorsOf.js";
export { createOperator } from "./createOperator.js";
export { changeOperator } from "./changeOperator.js";
export { deleteOperator } from "./deleteOperator.js";
export { resetOperatorPassword } from "./resetOperatorPassword.js";
export { resetOperatorTotp } from "./secondFactor/resetOperatorTotp.js";
export { changeOwnProfile } from "./changeOwnProfile.js";
export { changeOwnPassword } from "./changeOwnPassword.js";
export { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from "./secondFactor/ownSecondFactor.js";
export { endOperatorSession, endOwnSession, listOperatorSessions } from "./operatorSessions.js";
export {
  findEnabledRoles,
  EVERYONES_PERMISSIONS,
  lacksSecondFactor,
  OWN_PROFILE,
  OWN_SECOND_FACTOR,
  OWN_SIGN_IN,
  rightsOfOperator,
  type OperatorRights,
} from "./role/permissions.js";
export { refreshOperator, signInOperator, signOutOperator } from "./signInOperator.js";
export { adminRecycling } from "./operator.recycling.js";
export { createMachineKey, pageMachineKeys, revokeMachineKey } from "./machineKey/changeMachineKey.js";
export { isAddressOrNetwork, isMachineKey, machineOf, machinePermissions } from "./machineKey/useMachineKey.js";
export { mayMachineHave } from "./machineKey/machineScopes.js";
