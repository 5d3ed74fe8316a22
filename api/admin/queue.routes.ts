import { z } from "zod";
import {
  listQueues,
  pageDeadLetters,
  pauseQueue,
  replayDeadLetters,
  resumeQueue,
} from "#shared/domains/admin/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
  DeadLetterPage,
  DeadLetterPageQuery,
  DeadLetterReplayBody,
  QueueList,
  QueueNameBody,
  QueuePage,
  QueuePageQuery,
} from "./queue.schemas.js";
import { deadLetterView, queueView } from "./queue.views.js";

/** What reads queues and dead letters, and what changes them; the pages at /queues ask for the same. */
export const READ_QUEUES = "infra:queue:read";
export const OPERATE_QUEUES = "infra:queue:operate";

const queueList = endpoint({
  method: "get",
  path: "/admin-api/infra/queue/list",
  access: operator(READ_QUEUES),
  summary: "Every queue with its counts, the age of its oldest waiting job and its live workers",
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
  handle: async ({ query: { name, pageNo, pageSize } }) => {
    const rows = (await listQueues()).filter((row) => name === undefined || row.name === name);
    return { list: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length };
  },
  view: ({ list, total }) => ({ list: list.map(queueView), total }),
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

const deadLetterPage = endpoint({
  method: "get",
  path: "/admin-api/infra/dead-letter/page",
  access: operator(READ_QUEUES),
  summary: "Jobs that failed for good, newest first, by queue, job and what they were about",
  input: { query: DeadLetterPageQuery },
  output: DeadLetterPage,
  handle: ({ query: { createTime, ...query } }) => {
    const [from, to] = (createTime ?? []).map((ms) => new Date(ms));
    return pageDeadLetters({ ...query, from, to }, query);
  },
  view: ({ list, total }) => ({ list: list.map(deadLetterView), total }),
});

const deadLetterReplay = endpoint({
  method: "post",
  path: "/admin-api/infra/dead-letter/replay",
  access: operator(OPERATE_QUEUES),
  summary: "A new run of one dead letter (id) or of several (ids), once each: all or none",
  input: { body: DeadLetterReplayBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body: { id, ids } }) => replayDeadLetters(ids ?? [id!]),
});

export const queueEndpoints = [queueList, queuePage, queuePause, queueResume, deadLetterPage, deadLetterReplay];
