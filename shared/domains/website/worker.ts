/** What workers may use, and what only they load. */
export { mailMessage } from "./message/mailMessage.js";
export { checkUpload } from "./source/checkUpload.js";
export { sweepUploads } from "./source/sweepUploads.js";
