import { defineStates } from "#shared/kernel/mongo/states.js";

/** 0 not started, 1 live, 2 ended (spec, Live status). */
export type LiveStatus = 0 | 1 | 2;

export const liveStates = defineStates<LiveStatus>("live", { 0: [1], 1: [2], 2: [] });
