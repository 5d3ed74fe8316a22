export { isPublicKey, isShownType, shownTypes } from "./publicKey.js";
export { storeMemberPicture, storeOperatorPicture } from "./storePicture.js";
export type { FileDoc } from "./file.model.js";
export { allowUpload, MOST_FILE_BYTES, recordFile } from "./uploadFile.js";
export { deleteFile, getFile, pageFiles } from "./files.js";
export type { MemberPictureDoc } from "./memberPicture.model.js";
export { releaseAvatar, usePictures } from "./usePictures.js";
export {
  erasePictures,
  findUnusedPictures,
  erasePicture,
  erasePicturesOf,
  retainPicture,
  removeMarkedPictures,
} from "./erasePictures.js";
