export { drainProcess } from "./drainProcess.js";
export { listProcesses, type ProcessesNow } from "./process.queries.js";
export { setQueueSlots } from "./setQueueSlots.js";
