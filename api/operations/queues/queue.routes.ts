import { z } from "zod";
import {
  holdKind,
  limitKind,
  listQueues,
  pauseQueue,
  queueDetail,
  queueHistory,
  releaseKind,
  resumeQueue,
  unlimitKind,
} from "#shared/domains/operations/queues/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { isConfirmed } from "#api/http/security/confirm.js";
import {
  KindHoldBody,
  KindLimitBody,
  KindReleaseBody,
  QueueDetailQuery,
  QueueDetailView,
  QueueHistory,
  QueueHistoryQuery,
  QueueList,
  QueueNameBody,
  QueuePage,
  QueuePageQuery,
} from "./queue.schemas.js";
import { queueDetailView, queueHistoryView, queueView } from "./queue.views.js";
import { pageOfRows } from "#shared/kernel/lists/pageOf.js";

/** Permissions to read, and to change, queues and dead letters; the pages at /queues require the same. */
export const READ_QUEUES = "infra:queue:read";
export const OPERATE_QUEUES = "infra:queue:operate";

const queueList = endpoint({
  method: "get",
  path: "/admin-api/infra/queue/list",
  access: operator(READ_QUEUES),
  summary:
    "Lists all queues with their counts, the age of the oldest waiting job, rates and workers; at most a second old",
  output: QueueList,
  handle: () => listQueues(),
  view: (rows) => rows.map(queueView),
});

const queuePage = endpoint({
  method: "get",
  path: "/admin-api/infra/queue/page",
  access: operator(READ_QUEUES),
  summary: "Lists queues by page, with their counts, ages, rates and workers",
  input: { query: QueuePageQuery },
  output: QueuePage,
  handle: async ({ query: { name, ...page } }) =>
    pageOfRows(
      (await listQueues()).filter((row) => name === undefined || row.name === name),
      page,
    ),
  view: ({ list, total }) => ({ list: list.map(queueView), total }),
});

const queueGetDetail = endpoint({
  method: "get",
  path: "/admin-api/infra/queue/detail",
  access: operator(READ_QUEUES),
  summary:
    "Returns a queue with its failed tries of the last minutes (default 60) by job and reason, its curves over a range, the jobs that run, its kinds of jobs in the last hour, and when it is drained",
  input: { query: QueueDetailQuery },
  output: QueueDetailView,
  handle: ({ query: { name, minutes = 60, range = "3h" } }) => queueDetail(name, minutes, range),
  view: queueDetailView,
});

const queueGetHistory = endpoint({
  method: "get",
  path: "/admin-api/infra/queue/history",
  access: operator(READ_QUEUES),
  summary: "Returns the history of a queue by minute (kept two days), hour (default) or day (90 days), oldest first",
  input: { query: QueueHistoryQuery },
  output: QueueHistory,
  handle: ({ query: { name, times, step = "hour" } }) => queueHistory(name, step, times),
  view: queueHistoryView,
});

const queuePause = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/pause",
  access: operator(OPERATE_QUEUES),
  summary: "Pauses a queue: no worker takes its jobs until it is resumed",
  input: { body: QueueNameBody },
  output: z.boolean(),
  handle: ({ body }) => pauseQueue(body.name),
});

const queueResume = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/resume",
  access: operator(OPERATE_QUEUES),
  summary: "Resumes a paused queue",
  input: { body: QueueNameBody },
  output: z.boolean(),
  handle: ({ body }) => resumeQueue(body.name),
});

const kindHold = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/hold-kind",
  access: operator(OPERATE_QUEUES),
  summary:
    "Holds a kind of job: its jobs wait until it is released while others of its queue go on, and those that run are let run; where money or orders depend on it only with confirm: true",
  input: { body: KindHoldBody },
  output: z.boolean(),
  handle: ({ body: { confirm, ...body }, actor: { operatorId } }) =>
    holdKind({ ...body, operatorId, isConfirmed: isConfirmed({ confirm }) }),
});

const kindRelease = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/release-kind",
  access: operator(OPERATE_QUEUES),
  summary: "Releases a held kind of job",
  input: { body: KindReleaseBody },
  output: z.boolean(),
  handle: ({ body }) => releaseKind(body),
});

const kindLimit = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/limit-kind",
  access: operator(OPERATE_QUEUES),
  summary:
    "Limits how many jobs of a kind start in a minute, over all workers; the others wait their turn, the oldest first, while others of its queue go on. Where it delays money or orders only with confirm: true",
  input: { body: KindLimitBody },
  output: z.boolean(),
  handle: ({ body: { confirm, ...body }, actor: { operatorId } }) =>
    limitKind({ ...body, operatorId, isConfirmed: isConfirmed({ confirm }) }),
});

const kindUnlimit = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/unlimit-kind",
  access: operator(OPERATE_QUEUES),
  summary: "Ends the limit of a kind of job: what waits its turn goes on",
  input: { body: KindReleaseBody },
  output: z.boolean(),
  handle: ({ body }) => unlimitKind(body),
});

export const queueEndpoints = [
  queueList,
  queuePage,
  queueGetDetail,
  queueGetHistory,
  queuePause,
  queueResume,
  kindHold,
  kindRelease,
  kindLimit,
  kindUnlimit,
];
