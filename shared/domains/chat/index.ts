export { chatErrors } from "./chat.errors.js";
export * from "./chat.jobs.js";
export { ChatGroupModel, type ChatGroupDoc } from "./chatGroup.model.js";
export { ChatCommandModel, type ChatCommandDoc, type ChatOrder } from "./chatCommand.model.js";
export { chatCommandStates, chatGroupStates } from "./chatGroup.states.js";
export { checkMayManage, findGroupOfLive, getChatGroup, type ChatFace } from "./chatGroup.queries.js";
export {
  countOnlineAtPlatform,
  countOnlineMembers,
  listChatGroups,
  listGroupsAtPlatform,
  readChatGroup,
  readGroupAtPlatform,
  readMutedAccounts,
  readMutedAtPlatform,
  type ShownChatGroup,
  type ShownMuted,
} from "./readGroup.js";
export { modifyChatGroup, muteInChatGroup } from "./commandGroup.js";
export { applyCommandsLater, rushCommands } from "./applyCommands.js";
export { makeGroup, withinBytes } from "./makeGroup.js";
export { dissolveGroup, scheduleEnd } from "./dissolveGroup.js";
export { sweepGroups } from "./sweepGroups.js";
export { addMembers } from "./addMembers.js";
export { seedChat } from "./seedChat.js";
