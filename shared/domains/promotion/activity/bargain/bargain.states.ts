import { defineStates } from "#shared/kernel/mongo/states.js";

export const BargainStatus = { underWay: 1, succeeded: 2, failed: 3 } as const;
export type BargainStatus = (typeof BargainStatus)[keyof typeof BargainStatus];
export const bargainStates = defineStates<BargainStatus>("bargain", {
  [BargainStatus.underWay]: [BargainStatus.succeeded, BargainStatus.failed],
  [BargainStatus.succeeded]: [],
  [BargainStatus.failed]: [],
});
