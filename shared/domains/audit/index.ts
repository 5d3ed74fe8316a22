export { OperationLogModel, type OperationLogDoc } from "./operationLog.model.js";
export { recordOperation, type OperationEntry } from "./recordOperation.js";
