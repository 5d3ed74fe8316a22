export type { OperationLogDoc } from "./operationLog.model.js";
export { operateTypeOf } from "./operationLog.codes.js";
export { eachOperation, latestOperation, listActions, pageOperations } from "./operationLog.queries.js";
export { recordOperation } from "./recordOperation.js";
export { recordChange } from "./recordChange.js";
export { FormOutdated, formVersion } from "./form/countFormWrite.js";
