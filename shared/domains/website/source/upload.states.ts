import { defineStates } from "#shared/kernel/mongo/states.js";

/** `published`: attached to its source package; `deleted`: replaced, and gone from the store. */
export const UploadStatus = {
  open: 0,
  checking: 1,
  published: 2,
  refused: 3,
  abandoned: 4,
  replaced: 5,
  deleted: 6,
} as const;
export type UploadStatus = (typeof UploadStatus)[keyof typeof UploadStatus];

export const uploadStates = defineStates<UploadStatus>("source upload", {
  [UploadStatus.open]: [UploadStatus.checking, UploadStatus.abandoned],
  [UploadStatus.checking]: [UploadStatus.published, UploadStatus.refused],
  [UploadStatus.published]: [UploadStatus.replaced],
  [UploadStatus.refused]: [],
  [UploadStatus.abandoned]: [],
  [UploadStatus.replaced]: [UploadStatus.deleted],
  [UploadStatus.deleted]: [],
});
