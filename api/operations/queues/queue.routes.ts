import { z } from "zod";
import {
  listQueues,
  pauseQueue,
  queueDetail,
  queueHistory,
  resumeQueue,
} from "#shared/domains/operations/queues/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
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
    "Every queue with its counts, the age of its oldest waiting job, its rates and its workers; a second old at most",
  output: QueueList,
  handle: () => listQueues(),
  view: (rows) => rows.map(queueView),
});

const queuePage = endpoint({
  method: "get",
  path: "/admin-api/infra/queue/page",
  access: operator(READ_QUEUES),
  summary: "The same in pages",
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
  summary: "A queue with its failed tries of the last minutes (default 60) by job and reason, the most frequent first",
  input: { query: QueueDetailQuery },
  output: QueueDetailView,
  handle: ({ query: { name, minutes = 60 } }) => queueDetail(name, minutes),
  view: queueDetailView,
});

const queueGetHistory = endpoint({
  method: "get",
  path: "/admin-api/infra/queue/history",
  access: operator(READ_QUEUES),
  summary:
    "What a queue did by the minute (kept two days), hour or day (90 days), oldest first; by the hour unless told",
  input: { query: QueueHistoryQuery },
  output: QueueHistory,
  handle: ({ query: { name, times, step = "hour" } }) => queueHistory(name, step, times),
  view: queueHistoryView,
});

const queuePause = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/pause",
  access: operator(OPERATE_QUEUES),
  summary: "No worker takes jobs of this queue until it is resumed",
  input: { body: QueueNameBody },
  output: z.boolean(),
  handle: ({ body }) => pauseQueue(body.name),
});

const queueResume = endpoint({
  method: "put",
  path: "/admin-api/infra/queue/resume",
  access: operator(OPERATE_QUEUES),
  summary: "Lets a paused queue go on",
  input: { body: QueueNameBody },
  output: z.boolean(),
  handle: ({ body }) => resumeQueue(body.name),
});

export const queueEndpoints = [queueList, queuePage, queueGetDetail, queueGetHistory, queuePause, queueResume];
