export type { OperationLogDoc } from "./operationLog.model.js";
export { operateTypeOf } from "./operateType.js";
export { countOperations, eachOperation, listActions, pageOperations } from "./operationLog.queries.js";
export { recordOperation } from "./recordOperation.js";
export { operatorRecorder } from "./operatorRecorder.js";
