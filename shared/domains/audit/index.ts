export { sealOperationsJob, trimOperationsJob } from "./audit.jobs.js";
export { AuditChainModel, type AuditChainDoc } from "./auditChain.model.js";
export { hashOperation } from "./hashOperation.js";
export { OperationLogModel, type OperationLogDoc } from "./operationLog.model.js";
export { operateTypeOf, operateTypes, type OperateType } from "./operateType.js";
export {
  countOperations,
  eachOperation,
  listActions,
  pageOperations,
  type ModuleActions,
  type OperationSearch,
} from "./operationLog.queries.js";
export { recordOperation, type OperationEntry } from "./recordOperation.js";
export { sealOperations } from "./sealOperations.js";
export { trimOperations } from "./trimOperations.js";
