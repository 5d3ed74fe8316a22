import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * stored here, not offered to the provider yet; pushing: the provider fetches it; ready: the provider has it; refused: the
 * provider will not have it (it plays from our store all the same); deleted everywhere.
 */
export const VideoStatus = { stored: 0, pushing: 1, ready: 2, refused: 3, deleting: 4, deleted: 5 } as const;
export type VideoStatus = (typeof VideoStatus)[keyof typeof VideoStatus];

/** deleted -> deleting: the provider came up with a video whose fetching was under way when it was deleted. */
export const videoStates = defineStates<VideoStatus>("video", {
  [VideoStatus.stored]: [VideoStatus.pushing, VideoStatus.deleting],
  [VideoStatus.pushing]: [VideoStatus.stored, VideoStatus.ready, VideoStatus.refused, VideoStatus.deleting],
  [VideoStatus.ready]: [VideoStatus.deleting],
  [VideoStatus.refused]: [VideoStatus.stored, VideoStatus.deleting],
  [VideoStatus.deleting]: [VideoStatus.deleted],
  [VideoStatus.deleted]: [VideoStatus.deleting],
});

/** What its uploader still sees. */
export const shownStatuses: readonly VideoStatus[] = [
  VideoStatus.stored,
  VideoStatus.pushing,
  VideoStatus.ready,
  VideoStatus.refused,
];
