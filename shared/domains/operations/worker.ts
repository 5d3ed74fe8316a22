/** What workers may use, and what only they load. */
export { sweepPictures } from "./sweepPictures.js";
