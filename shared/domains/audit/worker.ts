/** What workers may use, and what only they load. */
export { sealOperations } from "./sealOperations.js";
export { trimOperations } from "./trimOperations.js";
