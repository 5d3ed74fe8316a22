/** What workers may use, and what only they load. */
export { sweepFiles } from "./sweepFiles.js";
