/** What workers may use, and what only they load. */
export { applyCommandsLater, rushCommands } from "./applyCommands.js";
export { makeGroup } from "./makeGroup.js";
export { dissolveGroup, scheduleEnd } from "./dissolveGroup.js";
export { sweepGroups } from "./sweepGroups.js";
export { addMembers } from "./addMembers.js";
export {
  countOnlineAtProvider,
  listGroupsAtProvider,
  readGroupAtProvider,
  readMutedAtProvider,
} from "./groupAtProvider.js";
