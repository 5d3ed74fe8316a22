/** What workers may use, and what only they load. */
export { applyLiveCallback } from "./callback/applyLiveCallback.js";
export { cutStream } from "./cutStream.js";
export { endBrokenLive } from "./breakLive.js";
