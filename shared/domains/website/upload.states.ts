import { defineStates } from "#shared/kernel/mongo/states.js";

/** 0 open, 1 being checked, 2 behind its source package, 3 refused, 4 given up, 5 replaced, 6 replaced and deleted. */
export type UploadStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const uploadStates = defineStates<UploadStatus>("source upload", {
  0: [1, 4],
  1: [2, 3],
  2: [5],
  3: [],
  4: [],
  5: [6],
  6: [],
});
