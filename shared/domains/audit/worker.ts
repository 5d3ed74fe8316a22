/** What workers and checks may use, and what the API never loads. */
export { hashOperation } from "./hashOperation.js";
export { sealOperations } from "./sealOperations.js";
export { trimOperations } from "./trimOperations.js";
