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
  countOnlineAtProvider,
  listGroupsAtProvider,
  readGroupAtProvider,
  readMutedAtProvider,
  rushCommands,
  applyCommandsLater,
  makeGroup,
  addMembers,
  scheduleEnd,
  dissolveGroup,
  sweepGroups,
} from "#shared/domains/chat/worker.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(listGroupsJob, () => listGroupsAtProvider()),
  processor(readGroupJob, ({ groupId }) => readGroupAtProvider(groupId)),
  processor(readMutedJob, ({ groupId }) => readMutedAtProvider(groupId)),
  processor(countOnlineJob, ({ groupId }) => countOnlineAtProvider(groupId)),
  processor(hurryCommandsJob, ({ groupId }) => rushCommands(groupId)),
  processor(applyCommandsJob, (command, attempt) => applyCommandsLater(command, attempt)),
  processor(makeGroupJob, ({ liveId }) => makeGroup(liveId)),
  processor(addMembersJob, ({ liveId, memberIds }) => addMembers(liveId, memberIds)),
  processor(scheduleEndJob, ({ liveId }) => scheduleEnd(liveId)),
  processor(dissolveGroupJob, ({ liveId }) => dissolveGroup(liveId)),
  processor(sweepGroupsJob, () => sweepGroups()),
] satisfies Processor[];
