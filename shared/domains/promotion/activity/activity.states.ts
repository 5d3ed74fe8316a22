import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { defineStates } from "#shared/kernel/mongo/states.js";

/** Order types that are activities; `points`: the points mall. */
export const ActivityKind = { seckill: 1, bargain: 2, group: 3, points: 4 } as const;
export type ActivityKind = (typeof ActivityKind)[keyof typeof ActivityKind];

/** The stored status: a closed activity cannot be enabled again. */
export const activityStates = defineStates<EnabledStatus>("activity", {
  [EnabledStatus.enabled]: [EnabledStatus.disabled],
  [EnabledStatus.disabled]: [],
});

/** The state of a member's bargain. */
export const BargainStatus = { underWay: 1, succeeded: 2, failed: 3 } as const;
export type BargainStatus = (typeof BargainStatus)[keyof typeof BargainStatus];
export const bargainStates = defineStates<BargainStatus>("bargain", {
  [BargainStatus.underWay]: [BargainStatus.succeeded, BargainStatus.failed],
  [BargainStatus.succeeded]: [],
  [BargainStatus.failed]: [],
});

/** The state of a group and of each record in it. */
export const GroupStatus = { open: 0, succeeded: 1, failed: 2 } as const;
export type GroupStatus = (typeof GroupStatus)[keyof typeof GroupStatus];
export const groupStates = defineStates<GroupStatus>("group", {
  [GroupStatus.open]: [GroupStatus.succeeded, GroupStatus.failed],
  [GroupStatus.succeeded]: [],
  [GroupStatus.failed]: [],
});
