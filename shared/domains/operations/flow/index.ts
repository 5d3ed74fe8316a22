export { flowKinds, flowStates, type Flow, type FlowNode } from "./flow.js";
export { currentFlow, watchFlow } from "./watchFlow.js";
export { pastFlow, type PastMinute } from "./pastFlow.js";
