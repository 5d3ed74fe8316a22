export type { VideoDoc } from "./video.model.js";
export { pageVideos, getOwnVideo, getVideo } from "./video.queries.js";
export { storeVideo } from "./storeVideo.js";
export { signUpload } from "./signUpload.js";
export { deleteOwnVideo, deleteVideo, eraseUploader, pushAgain } from "./deleteVideo.js";
export { receiveVodCallback } from "./receiveVodCallback.js";
