/** What workers may use, and what only they load. */
export { storeEvents } from "./storeEvents.js";
export { storePath, storeStay } from "./storeSession.js";
export { dropOld } from "./dropOld.js";
