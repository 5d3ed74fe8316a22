export { adminErrors } from "./admin.errors.js";
export { OperatorModel, type OperatorDoc } from "./operator.model.js";
export { RoleModel, type RoleDoc } from "./role.model.js";
export { findOperator } from "./operator.queries.js";
export { findEnabledRoles, forgetPermissions, OWN_SIGN_IN, permissionsOfOperator } from "./permissions.js";
export { ensureFirstOperator } from "./ensureFirstOperator.js";
export {
  openOperatorSession,
  refreshOperator,
  signInOperator,
  signOutOperator,
  type OperatorCredentials,
} from "./signInOperator.js";
