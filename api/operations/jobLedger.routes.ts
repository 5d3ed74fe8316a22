import { z } from "zod";
import { OPERATE_QUEUES, READ_QUEUES } from "#api/operations/queues/queue.routes.js";
import { sightOf } from "#api/http/csv/csvExport.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import { operatorNames } from "#shared/domains/operator/index.js";
import {
  actOnAll,
  actOnJob,
  getJobBatch,
  getJobRow,
  readJobFigures,
  pageJobs,
  runInRedis,
  timelineOf,
  whyOfJob,
} from "#shared/domains/operations/index.js";
import type { OutboxRow } from "#shared/kernel/outbox/row.js";
import {
  JobActAllBody,
  JobActBody,
  JobBatchView,
  JobDetailView,
  JobFiguresView,
  JobPage,
  JobRunView,
  JobSearchQuery,
  Timeline,
  TimelineQuery,
} from "./jobLedger.schemas.js";
import {
  jobBatchView,
  jobDetailView,
  jobFiguresView,
  jobRunView,
  jobView,
  namedView,
  timelineView,
} from "./jobLedger.views.js";
import { whyView } from "./why.views.js";

/** This permission shows mobile numbers in full. */
const SEES_MEMBERS = "member:user:query";
const holdersOf = (rows: readonly OutboxRow[]) => operatorNames(rows.map(({ hold }) => hold?.operatorId));

const search = endpoint({
  method: "get",
  path: "/admin-api/infra/job/search",
  access: operator(READ_QUEUES),
  summary:
    "Searches durable jobs in every state by what they are about, newest first: any number, mobile or id; without q the open ones. The total is at most 10,000",
  input: { query: JobSearchQuery },
  output: JobPage,
  handle: async ({ query, actor }) => {
    const found = await pageJobs(query, query);
    return { ...found, sight: sightOf(actor, SEES_MEMBERS), names: await holdersOf(found.list) };
  },
  view: ({ named, list, total, names, sight }) => ({
    named: named.map((one) => namedView(one, sight)),
    list: list.map((row) => jobView(row, names.get(row.hold?.operatorId ?? 0))),
    total,
  }),
});

const figures = endpoint({
  method: "get",
  path: "/admin-api/infra/job/figures",
  access: operator(READ_QUEUES),
  summary: "Returns figures of the delivery of durable jobs per queue: late, unknown, held and recovered jobs",
  input: {},
  output: JobFiguresView,
  handle: () => readJobFigures(),
  view: jobFiguresView,
});

const get = endpoint({
  method: "get",
  path: "/admin-api/infra/job/get",
  access: operator(READ_QUEUES),
  summary:
    "Returns a durable job: why it is where it is, its payload, its last failed tries and its calls to providers",
  input: { query: IdQuery },
  output: JobDetailView,
  handle: async ({ query: { id }, actor }) => {
    const row = await getJobRow(id);
    const [names, why] = await Promise.all([holdersOf([row]), whyOfJob(row)]);
    return { row, names, why: whyView(why, actor) };
  },
  view: ({ row, names, why }) => jobDetailView(row, why, names.get(row.hold?.operatorId ?? 0)),
});

const run = endpoint({
  method: "get",
  path: "/admin-api/infra/job/run",
  access: operator(READ_QUEUES),
  summary: "Returns what the queue in Redis has of a job's current run: options, stacks, log lines, result",
  input: { query: IdQuery },
  output: JobRunView,
  handle: async ({ query: { id } }) => runInRedis(await getJobRow(id)),
  view: jobRunView,
});

const act = endpoint({
  method: "post",
  path: "/admin-api/infra/job/act",
  access: operator(OPERATE_QUEUES),
  summary:
    "Acts on jobs: retry runs them now (dead ones by replaying their dead letter), hold stops them until they are released, release, cancel (not for jobs of money and orders)",
  input: { body: JobActBody },
  output: z.boolean(),
  idempotent: "after",
  handle: ({ actor: { operatorId }, body: { act: which, id, reason } }) => actOnJob(which, id, { operatorId, reason }),
});

const actAll = endpoint({
  method: "post",
  path: "/admin-api/infra/job/act-all",
  access: operator(OPERATE_QUEUES),
  summary: "Acts on every open job of a search: the first 200 immediately, the rest by a job",
  input: { body: JobActAllBody },
  output: JobBatchView,
  idempotent: "after",
  handle: ({ actor: { operatorId }, body: { act: which, reason, ...filter } }) =>
    actOnAll(which, filter, { operatorId, reason }),
  view: jobBatchView,
});

const actStatus = endpoint({
  method: "get",
  path: "/admin-api/infra/job/act-status",
  access: operator(READ_QUEUES),
  summary: "Returns the progress of an act on many jobs",
  input: { query: IdQuery },
  output: JobBatchView,
  handle: ({ query }) => getJobBatch(query.id),
  view: jobBatchView,
});

const timeline = endpoint({
  method: "get",
  path: "/admin-api/infra/job/timeline",
  access: operator(READ_QUEUES),
  summary:
    "Returns the timeline of one order, pay order, refund, after-sale, invoice, parcel or member, oldest first: requests, jobs, failed tries, calls to providers, deliveries",
  input: { query: TimelineQuery },
  output: Timeline,
  handle: ({ query: { kind, id } }) => timelineOf(kind, id),
  view: timelineView,
});

export const jobLedgerEndpoints = [search, figures, get, run, act, actAll, actStatus, timeline];
