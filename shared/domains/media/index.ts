export { mediaErrors } from "./media.errors.js";
export { sweepFilesJob } from "./media.jobs.js";
export { isPublicKey } from "./publicKey.js";
export { storeOperatorPicture, storePicture } from "./storePicture.js";
export { FileModel, type FileDoc } from "./file.model.js";
export { allowUpload, MOST_FILE_BYTES, recordFile, SENT_PREFIX, type AllowedUpload } from "./uploadFile.js";
export { deleteFile, getFile, pageFiles, type FileSearch } from "./files.js";
export { sweepFiles } from "./sweepFiles.js";
