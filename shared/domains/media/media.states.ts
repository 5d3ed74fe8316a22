import { defineStates } from "#shared/kernel/mongo/states.js";

/** `allowed`: it may be uploaded; `deleted`: gone from the store, the row keeps who deleted it, and when. */
export const FileStatus = { allowed: 0, stored: 1, deleting: 2, deleted: 3 } as const;
export type FileStatus = (typeof FileStatus)[keyof typeof FileStatus];
export const fileStates = defineStates<FileStatus>("file", {
  [FileStatus.allowed]: [FileStatus.stored],
  [FileStatus.stored]: [FileStatus.deleting],
  [FileStatus.deleting]: [FileStatus.deleted],
  [FileStatus.deleted]: [],
});

/** States of a member's picture. */
export const PictureStatus = { uploading: 0, stored: 1, deleting: 2 } as const;
export type PictureStatus = (typeof PictureStatus)[keyof typeof PictureStatus];
export const pictureStates = defineStates<PictureStatus>("picture", {
  [PictureStatus.uploading]: [PictureStatus.stored, PictureStatus.deleting],
  [PictureStatus.stored]: [PictureStatus.deleting],
  [PictureStatus.deleting]: [],
});
