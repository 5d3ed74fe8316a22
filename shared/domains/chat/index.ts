export { checkMayManage, type ChatFace } from "./chatGroup.queries.js";
export {
  countOnlineMembers,
  listChatGroups,
  readChatGroup,
  readMutedAccounts,
  type ShownChatGroup,
  type ShownMuted,
} from "./readGroup.js";
export { modifyChatGroup, muteInChatGroup } from "./commandGroup.js";
