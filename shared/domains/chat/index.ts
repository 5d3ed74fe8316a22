export { checkMayManage, type ChatFace } from "./chatGroup.queries.js";
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
