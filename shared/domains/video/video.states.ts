import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * stored here, not pushed to the provider yet; pushing: the provider fetches it; ready: the provider has it; refused:
 * the provider does not accept it (it still plays from our store); deleted everywhere.
 */
export const VideoStatus = { stored: 0, pushing: 1, ready: 2, refused: 3, deleting: 4, deleted: 5 } as const;
export type VideoStatus = (typeof VideoStatus)[keyof typeof VideoStatus];

/**
 * deleted -> deleting: the provider reported a video that it was still fetching when it was deleted. stored, refused ->
 * ready: it reported a failure first, and has the video after all.
 */
export const videoStates = defineStates<VideoStatus>("video", {
  [VideoStatus.stored]: [VideoStatus.pushing, VideoStatus.ready, VideoStatus.deleting],
  [VideoStatus.pushing]: [VideoStatus.stored, VideoStatus.ready, VideoStatus.refused, VideoStatus.deleting],
  [VideoStatus.ready]: [VideoStatus.deleting],
  [VideoStatus.refused]: [VideoStatus.stored, VideoStatus.ready, VideoStatus.deleting],
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
