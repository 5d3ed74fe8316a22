import { once } from "#shared/kernel/queue/repeats.js";
import { z } from "zod";
import type { ChatGroup, MutedAccount } from "#shared/providers/chat/port.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

const GroupId = z.string().min(1).max(48);
const ofGroup = z.object({ groupId: GroupId });
/** With the number of changes so far, so that a query after a change is not coalesced with one before it. */
const asItStands = z.object({ groupId: GroupId, changes: z.number().int() });

/** Lists the provider's groups. Only reads. */
export const listGroupsJob = defineAsk<{ groupIds: string[] }>()({
  name: "chat.listGroups",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(10),
});

/** Queries a group and its members. Only reads. */
export const readGroupJob = defineAsk<ChatGroup>()({
  name: "chat.readGroup",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: asItStands,
  maxRunMs: seconds(10),
});

/** Queries who is muted in a group. Only reads. */
export const readMutedJob = defineAsk<{ muted: MutedAccount[] }>()({
  name: "chat.readMuted",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: asItStands,
  maxRunMs: seconds(10),
});

/** Queries how many of a group are online. Only reads. */
export const countOnlineJob = defineAsk<{ online: number }>()({
  name: "chat.countOnline",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: asItStands,
  maxRunMs: seconds(10),
});

/**
 * Applies a group's commands at the provider while a client waits. Running it twice is harmless: a command is ended by
 * a guarded write, one worker at a time has a group's turn, and the provider accepts the same change twice.
 */
export const hurryCommandsJob = defineAsk<void>()({
  name: "chat.hurryCommands",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: ofGroup,
  maxRunMs: seconds(10),
});

/** The same when no client waits (any more). Running it twice is harmless for the same reasons. */
export const applyCommandsJob = defineJob({
  name: "chat.applyCommands",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: z.object({ groupId: GroupId, commandId: Id }),
  key: ({ commandId }) => String(commandId),
  ignoresRepeats: once("a command is a row of its own; a run does what there is of the group, in order"),
  about: ({ groupId }) => ({ chatGroupId: groupId }),
  maxRunMs: seconds(20),
});

/**
 * Makes the group of a live at the provider. Running it twice is harmless: a group that is there already and belongs to
 * the same owner counts as made.
 */
export const makeGroupJob = defineJob({
  name: "chat.makeGroup",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: z.object({ liveId: Id }),
  key: ({ liveId }) => String(liveId),
  about: ({ liveId }) => ({ liveId }),
  runsAgain: true,
  maxRunMs: seconds(20),
});

/** Adds members to a live's group. Running it twice is harmless: those already in it stay. */
export const addMembersJob = defineJob({
  name: "chat.addMembers",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: z.object({ liveId: Id, memberIds: z.array(Id).min(1).max(100) }),
  about: ({ liveId, memberIds }) => ({ liveId, memberId: memberIds }),
  maxRunMs: seconds(60),
});

/** Sets the day on which the group of an ended live is dissolved. Running it twice is harmless: it is the same day. */
export const scheduleEndJob = defineJob({
  name: "chat.scheduleEnd",
  needs: "chat",
  queue: "im",
  v: 2,
  // Version 1 also carried when the live had ended, which nothing reads any more.
  payload: z.object({ liveId: Id }),
  key: ({ liveId }) => String(liveId),
  about: ({ liveId }) => ({ liveId }),
  runsAgain: true,
  maxRunMs: seconds(10),
});

/** Dissolves the group of a live. Running it twice is harmless: a group that is gone counts as dissolved. */
export const dissolveGroupJob = defineJob({
  name: "chat.dissolveGroup",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: z.object({ liveId: Id }),
  key: ({ liveId }) => String(liveId),
  about: ({ liveId }) => ({ liveId }),
  runsAgain: true,
  maxRunMs: seconds(20),
});

/**
 * By schedule: makes groups that are missing though their lives are not over, and dissolves those that are due. Running
 * it twice is harmless: it enqueues jobs by key.
 */
export const sweepGroupsJob = defineJob({
  name: "chat.sweepGroups",
  needs: "chat",
  queue: "im",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
  options: { attempts: 2, backoff: { type: "fixed", delay: 5_000 } },
});
