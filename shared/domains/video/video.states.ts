import { defineStates } from "#shared/kernel/mongo/states.js";

/**
 * 0 stored here, not asked for by the platform yet; 1 the platform fetches it; 2 the platform has it; 3 the platform will
 * not have it (it plays from our store all the same); 4 being deleted; 5 deleted everywhere.
 */
export const videoStatus = { stored: 0, pushing: 1, ready: 2, refused: 3, deleting: 4, deleted: 5 } as const;
export type VideoStatus = (typeof videoStatus)[keyof typeof videoStatus];

/** 5 -> 4: the platform came up with a video whose fetching was under way when it was deleted. */
export const videoStates = defineStates<VideoStatus>("video", {
  0: [1, 4],
  1: [0, 2, 3, 4],
  2: [4],
  3: [0, 4],
  4: [5],
  5: [4],
});

/** What its uploader still sees. */
export const shownStatuses: readonly VideoStatus[] = [0, 1, 2, 3];
