import { defineStates } from "#shared/kernel/mongo/states.js";

/** `pending`: to be made at the provider. */
export const ChatGroupStatus = { pending: 0, live: 1, dissolved: 2 } as const;
export type ChatGroupStatus = (typeof ChatGroupStatus)[keyof typeof ChatGroupStatus];
export const chatGroupStates = defineStates<ChatGroupStatus>("chat group", {
  [ChatGroupStatus.pending]: [ChatGroupStatus.live, ChatGroupStatus.dissolved],
  [ChatGroupStatus.live]: [ChatGroupStatus.dissolved],
  [ChatGroupStatus.dissolved]: [],
});

/** `pending`: to be done at the provider; `refused` there. */
export const ChatCommandStatus = { pending: 0, done: 1, refused: 2 } as const;
export type ChatCommandStatus = (typeof ChatCommandStatus)[keyof typeof ChatCommandStatus];
export const chatCommandStates = defineStates<ChatCommandStatus>("chat command", {
  [ChatCommandStatus.pending]: [ChatCommandStatus.done, ChatCommandStatus.refused],
  [ChatCommandStatus.done]: [],
  [ChatCommandStatus.refused]: [],
});
