export { adminErrors } from "./admin.errors.js";
export { OperatorModel, type OperatorDoc } from "./operator.model.js";
export { EVERY_PERMISSION, type RoleDoc } from "./role.model.js";
export { getRole, isBuiltIn, listRoles, pageRoles } from "./role.queries.js";
export { changeRole, createRole, deleteRole } from "./changeRole.js";
export { findOperator, getOperator, pageOperators } from "./operator.queries.js";
export { eachWithOperator, operatorNames, withOperators, type OfOperator } from "./operatorsOf.js";
export { createOperator } from "./createOperator.js";
export { changeOperator } from "./changeOperator.js";
export { deleteOperator } from "./deleteOperator.js";
export { resetOperatorPassword } from "./resetOperatorPassword.js";
export { resetOperatorTotp } from "./resetOperatorTotp.js";
export { changeOwnProfile } from "./changeOwnProfile.js";
export { changeOwnPassword } from "./changeOwnPassword.js";
export { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from "./ownSecondFactor.js";
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
} from "./permissions.js";
export { refreshOperator, signInOperator, signOutOperator } from "./signInOperator.js";
export { adminRecycling } from "./admin.recycling.js";
