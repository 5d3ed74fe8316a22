import { z } from "zod";
import { endTrial, listTrials, startTrial, trialNames } from "#shared/domains/operations/trials/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { OPERATE_QUEUES, READ_QUEUES } from "../queues/queue.routes.js";

const TrialBody = z.object({ name: z.enum(trialNames) });
const TrialsView = z.array(
  z.object({
    name: z.enum(trialNames),
    /** Whether it goes on; false for one that ends by itself. */
    on: z.boolean(),
    /** After how many milliseconds it ends by itself; null: it goes on until it is ended. */
    lastsMs: z.number().nullable(),
  }),
);

const trialList = endpoint({
  method: "get",
  path: "/admin-api/infra/trial/list",
  access: operator(READ_QUEUES),
  summary: "Lists troubles that can be tried, in development beside the sandbox; none elsewhere",
  output: TrialsView,
  handle: () => listTrials(),
});

const trialStart = endpoint({
  method: "put",
  path: "/admin-api/infra/trial/start",
  access: operator(OPERATE_QUEUES),
  summary: "Starts a trouble: a provider or a merchant of the sandbox fails, Redis is silent, a worker is killed",
  input: { body: TrialBody },
  output: z.boolean(),
  handle: ({ body: { name } }) => startTrial(name),
});

const trialEnd = endpoint({
  method: "put",
  path: "/admin-api/infra/trial/end",
  access: operator(OPERATE_QUEUES),
  summary: "Ends a trouble that goes on",
  input: { body: TrialBody },
  output: z.boolean(),
  handle: ({ body: { name } }) => endTrial(name),
});

export const trialEndpoints = [trialList, trialStart, trialEnd];
