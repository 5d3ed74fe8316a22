import { defineStates } from "#shared/kernel/mongo/states.js";

/** Of a group, and of each record in it. */
export const GroupStatus = { open: 0, succeeded: 1, failed: 2 } as const;
export type GroupStatus = (typeof GroupStatus)[keyof typeof GroupStatus];
export const groupStates = defineStates<GroupStatus>("group", {
  [GroupStatus.open]: [GroupStatus.succeeded, GroupStatus.failed],
  [GroupStatus.succeeded]: [],
  [GroupStatus.failed]: [],
});
