import {
  listGroupsAtPlatform,
  readGroupAtPlatform,
  readMutedAtPlatform,
  countOnlineAtPlatform,
} from "#shared/domains/chat/index.js";
import {
  listGroupsJob,
  readGroupJob,
  readMutedJob,
  countOnlineJob,
  hurryCommandsJob,
  applyCommandsJob,
  makeGroupJob,
  addMembersJob,
  scheduleEndJob,
  dissolveGroupJob,
  sweepGroupsJob,
} from "#shared/domains/chat/chat.jobs.js";
import {
  rushCommands,
  applyCommandsLater,
  makeGroup,
  addMembers,
  scheduleEnd,
  dissolveGroup,
  sweepGroups,
} from "#shared/domains/chat/worker.js";
import { processor, type Processor } from "./runtime/processor.js";

/** What runs each job of the domain. */
export default [
  processor(listGroupsJob, () => listGroupsAtPlatform()),
  processor(readGroupJob, ({ groupId }) => readGroupAtPlatform(groupId)),
  processor(readMutedJob, ({ groupId }) => readMutedAtPlatform(groupId)),
  processor(countOnlineJob, ({ groupId }) => countOnlineAtPlatform(groupId)),
  processor(hurryCommandsJob, ({ groupId }) => rushCommands(groupId)),
  processor(applyCommandsJob, (command, attempt) => applyCommandsLater(command, attempt)),
  processor(makeGroupJob, ({ liveId }) => makeGroup(liveId)),
  processor(addMembersJob, ({ liveId, memberIds }) => addMembers(liveId, memberIds)),
  processor(scheduleEndJob, ({ liveId }) => scheduleEnd(liveId)),
  processor(dissolveGroupJob, ({ liveId }) => dissolveGroup(liveId)),
  processor(sweepGroupsJob, () => sweepGroups()),
] satisfies Processor[];
