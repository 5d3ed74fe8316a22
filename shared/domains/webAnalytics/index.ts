export { RollUpMarkModel, RollUpModel, VisitBatchModel, type VisitBatchDoc } from "./analytics.models.js";
export { visitActions, visitKinds, type Visit } from "./visit.js";
export { collectPath, collectStay, collectVisits } from "./collectVisits.js";
export { rollUpDue } from "./rollUpDue.js";
export { pageVisits, type VisitRow } from "./visit.queries.js";
export { DAYS_MS, HOURS_MS, readTraffic, type Traffic } from "./traffic.queries.js";
export { defaultFunnel, isFunnelStep, readFunnel, type Funnel } from "./funnel.queries.js";
export { readPaths, type Ways } from "./path.queries.js";
