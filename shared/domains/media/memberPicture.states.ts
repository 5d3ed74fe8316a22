import { defineStates } from "#shared/kernel/mongo/states.js";

export const PictureStatus = { uploading: 0, stored: 1, deleting: 2 } as const;
export type PictureStatus = (typeof PictureStatus)[keyof typeof PictureStatus];
export const pictureStates = defineStates<PictureStatus>("picture", {
  [PictureStatus.uploading]: [PictureStatus.stored, PictureStatus.deleting],
  [PictureStatus.stored]: [PictureStatus.deleting],
  [PictureStatus.deleting]: [],
});
