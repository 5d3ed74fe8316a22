import { defineStates } from "#shared/kernel/mongo/states.js";

/** The stored switch: 0 enabled, 1 closed; a closed one stays so. */
export const activityStates = defineStates<0 | 1>("activity", { 0: [1], 1: [] });
