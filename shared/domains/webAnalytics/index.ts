export * from "./analytics.jobs.js";
export {
  RollUpMarkModel,
  RollUpModel,
  StayModel,
  VisitBatchModel,
  VisitPathModel,
  type RollUpDoc,
  type RollUpUnit,
  type Tally,
  type VisitBatchDoc,
} from "./analytics.models.js";
export { visitActions, visitKinds, type Visit, type VisitAction } from "./visit.js";
export { collectPath, collectStay, collectVisits } from "./collectVisits.js";
export { storeEvents } from "./storeEvents.js";
export { storePath, storeStay } from "./storeSession.js";
export { keptSince, rollUp } from "./rollUp.js";
export { rollUpDue } from "./rollUpDue.js";
export { dropOld } from "./dropOld.js";
export { findVisitPage, type VisitRow, type VisitSearch } from "./visit.queries.js";
export { DAYS_MS, HOURS_MS, readTraffic, type Traffic } from "./traffic.queries.js";
export { defaultFunnel, isFunnelStep, readFunnel, type Funnel } from "./funnel.queries.js";
export { readWays, type Ways } from "./path.queries.js";
