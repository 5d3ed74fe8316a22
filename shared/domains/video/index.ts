export { videoErrors } from "./video.errors.js";
export { VideoModel, type VideoDoc } from "./video.model.js";
export { shownStatuses, videoStates, videoStatus, type VideoStatus } from "./video.states.js";
export { findVideo, findVideoPage, getOwnVideo, getVideo, type VideoSearch } from "./video.queries.js";
export { openVideo, type VideoKind } from "./videoBytes.js";
export { storeVideo, VIDEO_PREFIX } from "./storeVideo.js";
export { signUpload } from "./signUpload.js";
export { pushVideo } from "./pushVideo.js";
export { followVideo } from "./followVideo.js";
export { deleteOwnVideo, deleteVideo, eraseUploader, pushAgain } from "./deleteVideo.js";
export { removeVideo } from "./removeVideo.js";
export { VodCallbackModel, type VodCallbackDoc } from "./vodCallback.model.js";
export { receiveVodCallback } from "./receiveVodCallback.js";
export { applyVodCallback } from "./applyVodCallback.js";
export { sweepVideos } from "./sweepVideos.js";
export { sweepOrphans } from "./sweepOrphans.js";
export {
  applyVodCallbackJob,
  followVideoJob,
  forgetUploaderJob,
  pushVideoJob,
  removeVideoJob,
  sweepOrphansJob,
  sweepVideosJob,
} from "./video.jobs.js";
