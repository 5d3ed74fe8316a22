import { z } from "zod";
import { drainProcess, listProcesses, setQueueSlots } from "#shared/domains/operations/processes/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { isConfirmed } from "#api/http/security/confirm.js";
import { OPERATE_QUEUES, READ_QUEUES } from "../queues/queue.routes.js";
import { ProcessDrainBody, ProcessListView, SlotsResetBody, SlotsSetBody } from "./process.schemas.js";
import { processListView } from "./process.views.js";

const processList = endpoint({
  method: "get",
  path: "/admin-api/infra/process/list",
  access: operator(READ_QUEUES),
  summary:
    "Lists the API, worker and cron processes with what they report, also those that stopped reporting within ten minutes; at most two seconds old",
  output: ProcessListView,
  handle: () => listProcesses(),
  view: processListView,
});

const processDrain = endpoint({
  method: "put",
  path: "/admin-api/infra/process/drain",
  access: operator(OPERATE_QUEUES),
  summary:
    "Asks a process to end by itself, as on SIGTERM; for the last one of its kind, or of a queue, first returns what would wait",
  input: { body: ProcessDrainBody },
  output: z.boolean(),
  handle: ({ actor, body }) => drainProcess(body.id, actor.operatorId, isConfirmed(body)),
});

const slotsSet = endpoint({
  method: "put",
  path: "/admin-api/infra/process/set-slots",
  access: operator(OPERATE_QUEUES),
  summary:
    "Sets how many jobs of a queue run at once in a process, or in each that takes it, also in those that start later",
  input: { body: SlotsSetBody },
  output: z.boolean(),
  handle: ({ actor, body: { name, slots, processId } }) =>
    setQueueSlots({ queue: name, slots, processId }, actor.operatorId),
});

const slotsReset = endpoint({
  method: "put",
  path: "/admin-api/infra/process/reset-slots",
  access: operator(OPERATE_QUEUES),
  summary: "Sets them back: for a process to what is set for all, for all to what each is configured with",
  input: { body: SlotsResetBody },
  output: z.boolean(),
  handle: ({ actor, body: { name, processId } }) =>
    setQueueSlots({ queue: name, slots: null, processId }, actor.operatorId),
});

export const processEndpoints = [processList, processDrain, slotsSet, slotsReset];
