import { defineStates } from "#shared/kernel/mongo/states.js";

/** 0 to be made at the platform, 1 there, 2 dissolved. */
export type ChatGroupStatus = 0 | 1 | 2;

export const chatGroupStates = defineStates<ChatGroupStatus>("chat group", { 0: [1, 2], 1: [2], 2: [] });

/** 0 to be done at the platform, 1 done, 2 refused there. */
export type ChatCommandStatus = 0 | 1 | 2;

export const chatCommandStates = defineStates<ChatCommandStatus>("chat command", { 0: [1, 2], 1: [], 2: [] });
