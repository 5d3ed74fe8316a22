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
export { queueErrors } from "./queue.errors.js";
export { listQueues, withRedis } from "./queue.queries.js";
export { pauseQueue, resumeQueue } from "./holdQueue.js";
export { pageDeadLetters, type DeadLetterFilter } from "./deadLetter.queries.js";
export { replayDeadLetters } from "./replayDeadLetters.js";
