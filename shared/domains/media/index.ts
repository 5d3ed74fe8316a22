export { mediaErrors } from "./media.errors.js";
export { erasePicturesJob, sweepFilesJob, sweepPicturesJob } from "./media.jobs.js";
export { isPublicKey, isShownType } from "./publicKey.js";
export { storeMemberPicture, storeOperatorPicture } from "./storePicture.js";
export { FileModel, type FileDoc } from "./file.model.js";
export { allowUpload, MOST_FILE_BYTES, recordFile, SENT_PREFIX, type AllowedUpload } from "./uploadFile.js";
export { deleteFile, getFile, pageFiles, type FileSearch } from "./files.js";
export { sweepFiles } from "./sweepFiles.js";
export { MemberPictureModel, UploadDayModel, type MemberPictureDoc, type PictureUse } from "./memberPicture.model.js";
export { releaseAvatar, usePictures } from "./usePictures.js";
export {
  erasePictures,
  findUnusedPictures,
  erasePicture,
  erasePicturesOf,
  keepPicture,
  removeGivenUpPictures,
} from "./erasePictures.js";
