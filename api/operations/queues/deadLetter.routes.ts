import { z } from "zod";
import {
  compareLetter,
  discardDeadLetters,
  discardManyLetters,
  getDeadLetter,
  getReplay,
  pageDeadLetters,
  progressOf,
  replayDeadLetters,
  replayManyLetters,
  stopReplay,
  type ReplayProgress,
} from "#shared/domains/operations/deadLetters/index.js";
import { operatorNames } from "#shared/domains/operator/index.js";
import { payOrdersOfNumber } from "#shared/domains/pay/index.js";
import { ordersOfNumber } from "#shared/domains/trade/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery, LongId } from "#api/http/fields.js";
import {
  DeadLetterCompareView,
  DeadLetterDiscardAllBody,
  DeadLetterDiscardAllView,
  DeadLetterDiscardBody,
  DeadLetterPage,
  DeadLetterPageQuery,
  DeadLetterReplayAllBody,
  DeadLetterReplayBody,
  DeadLetterReplayView,
  DeadLetterView,
} from "./deadLetter.schemas.js";
import { deadLetterReplayView, deadLetterView, type NamedReplay } from "./deadLetter.views.js";
import { OPERATE_QUEUES, READ_QUEUES } from "./queue.routes.js";

const deadLetterPage = endpoint({
  method: "get",
  path: "/admin-api/infra/dead-letter/page",
  access: operator(READ_QUEUES),
  summary:
    "Lists jobs that failed for good, newest first, by queue, job, reason and subject; the total is at most 10,000",
  input: { query: DeadLetterPageQuery },
  output: DeadLetterPage,
  handle: async ({ query }) => pageDeadLetters(await named(query), query),
  view: ({ list, total }) => ({ list: list.map(deadLetterView), total }),
});

/** Resolves a serial number to what it refers to. */
export async function named<F extends { no?: string | undefined }>({ no, ...filter }: F) {
  if (no === undefined) return filter;
  const orders = await ordersOfNumber(no);
  const payOrderIds = await payOrdersOfNumber(no);
  return { ...filter, aboutAny: [...orders, ...payOrderIds.map((payOrderId) => ({ payOrderId }))] };
}

/** A replay with the names of its operators. */
export const withNames = async (replay: ReplayProgress): Promise<NamedReplay> => ({
  ...replay,
  names: await operatorNames([replay.operatorId, replay.stoppedBy ?? null]),
});

const deadLetterGet = endpoint({
  method: "get",
  path: "/admin-api/infra/dead-letter/get",
  access: operator(READ_QUEUES),
  summary: "Returns a job that failed for good",
  input: { query: IdQuery },
  output: DeadLetterView,
  handle: ({ query }) => getDeadLetter(query.id),
  view: deadLetterView,
});

const deadLetterCompare = endpoint({
  method: "get",
  path: "/admin-api/infra/dead-letter/compare",
  access: operator(READ_QUEUES),
  summary:
    "Returns what differs in the payload of a dead letter from that of the newest job of its kind that went well: fields that are missing, added or of another type",
  input: { query: IdQuery },
  output: DeadLetterCompareView,
  handle: ({ query }) => compareLetter(query.id),
  view: ({ good, differences }) => ({
    good: good && { jobId: good.bullId, version: good.v, build: good.build, endTime: good.endedAt.getTime() },
    differences: differences.map(({ path, kind, payload, other }) => ({ path, kind, letter: payload, good: other })),
  }),
});

const deadLetterReplay = endpoint({
  method: "post",
  path: "/admin-api/infra/dead-letter/replay",
  access: operator(OPERATE_QUEUES),
  summary: "Replays one dead letter (id) or several (ids), once each: all or none",
  input: { body: DeadLetterReplayBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body: { id, ids } }) => replayDeadLetters(ids ?? [id!]),
});

const deadLetterReplayAll = endpoint({
  method: "post",
  path: "/admin-api/infra/dead-letter/replay-all",
  access: operator(OPERATE_QUEUES),
  summary:
    "Replays every open dead letter of a filter: the first 200 immediately, the rest by a job; or so many a minute. Ends by itself when its first 20 jobs have all died again",
  input: { body: DeadLetterReplayAllBody },
  output: DeadLetterReplayView,
  idempotent: "after",
  handle: async ({ actor, body: { all: _all, perMinute, confirm, ...filter } }) =>
    withNames(await progressOf(await replayManyLetters(actor, await named(filter), { perMinute, confirm }))),
  view: deadLetterReplayView,
});

const deadLetterReplayStatus = endpoint({
  method: "get",
  path: "/admin-api/infra/dead-letter/replay-status",
  access: operator(READ_QUEUES),
  summary: "Returns the progress of a replay of many dead letters",
  input: { query: IdQuery },
  output: DeadLetterReplayView,
  handle: async ({ query }) => withNames(await progressOf(await getReplay(query.id))),
  view: deadLetterReplayView,
});

const deadLetterReplayStop = endpoint({
  method: "post",
  path: "/admin-api/infra/dead-letter/replay-stop",
  access: operator(OPERATE_QUEUES),
  summary: "Stops a replay of many dead letters before its next batch; the letters that it has not reached stay open",
  input: { body: z.object({ id: LongId }) },
  output: DeadLetterReplayView,
  idempotent: "after",
  handle: async ({ actor, body }) => withNames(await progressOf(await stopReplay(actor, body.id))),
  view: deadLetterReplayView,
});

const deadLetterDiscard = endpoint({
  method: "post",
  path: "/admin-api/infra/dead-letter/discard",
  access: operator(OPERATE_QUEUES),
  summary: "Discards dead letters with a reason: all or none. They are kept and found as before",
  input: { body: DeadLetterDiscardBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body: { id, ids, reason } }) => discardDeadLetters(ids ?? [id!], reason),
});

const deadLetterDiscardAll = endpoint({
  method: "post",
  path: "/admin-api/infra/dead-letter/discard-all",
  access: operator(OPERATE_QUEUES),
  summary: "Discards the open dead letters of a filter with a reason: the oldest 2,000 per call",
  input: { body: DeadLetterDiscardAllBody },
  output: DeadLetterDiscardAllView,
  idempotent: "after",
  handle: async ({ body: { all: _all, discardReason, ...filter } }) =>
    discardManyLetters(await named(filter), discardReason),
});

export const deadLetterEndpoints = [
  deadLetterPage,
  deadLetterGet,
  deadLetterCompare,
  deadLetterReplay,
  deadLetterReplayAll,
  deadLetterReplayStatus,
  deadLetterReplayStop,
  deadLetterDiscard,
  deadLetterDiscardAll,
];
