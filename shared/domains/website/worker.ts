/** What workers may use, and what only they load. */
export { mailMessage } from "./mailMessage.js";
export { checkUpload } from "./checkUpload.js";
export { sweepUploads } from "./sweepUploads.js";
