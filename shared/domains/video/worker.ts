/** What workers may use, and what only they load. */
export { pushVideo } from "./pushVideo.js";
export { followVideo } from "./followVideo.js";
export { removeVideo } from "./removeVideo.js";
export { applyVodCallback } from "./applyVodCallback.js";
export { sweepVideos } from "./sweepVideos.js";
export { sweepOrphans } from "./sweepOrphans.js";
