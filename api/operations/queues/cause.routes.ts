import { z } from "zod";
import { getCause, noteCause, pageCauses, type CauseRow } from "#shared/domains/operations/deadLetters/index.js";
import { operatorNames } from "#shared/domains/operator/index.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { epochMs, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { DeadLetterReplayView } from "./deadLetter.schemas.js";
import { deadLetterReplayView } from "./deadLetter.views.js";
import { withNames } from "./deadLetter.routes.js";
import { OPERATE_QUEUES, READ_QUEUES } from "./queue.routes.js";
import { QueueNameField } from "./queue.schemas.js";

const CauseName = z.string().trim().min(1).max(100);

const causeFields = {
  id: z.string(),
  job: z.string(),
  /** The message without its numbers, ids, ports and quoted values. */
  text: z.string(),
  open: z.number(),
  queues: z.array(z.string()),
  versions: z.array(z.number()),
  firstTime: Time.nullable(),
  latestTime: Time.nullable(),
  firstId: z.number().nullable(),
  latestId: z.number().nullable(),
  /** What operators noted, for the next time that it comes. */
  note: z.string(),
  runbook: z.string(),
  noteTime: Time.nullable(),
  /** The current name of who noted it last; null once deleted. */
  noteOperatorName: z.string().nullable(),
};
const CauseView = z.object(causeFields);
const BuildCountView = z.object({ enqueued: z.string().nullable(), failed: z.string().nullable(), count: z.number() });
const CauseDetailView = z.object({
  ...causeFields,
  /** Its open letters by the versions of the program that enqueued and ran them; null: not known. */
  builds: z.array(BuildCountView),
  replay: DeadLetterReplayView.nullable(),
});

type Names = Map<number, string>;
const namesOf = (rows: readonly CauseRow[]): Promise<Names> =>
  operatorNames(rows.map(({ noted }) => noted?.notedBy ?? null));

const causeView = (cause: CauseRow, names: Names): z.input<typeof CauseView> => ({
  id: cause._id,
  job: cause.jobs.join(", "),
  text: cause.text,
  open: cause.open,
  queues: cause.queues,
  versions: cause.versions,
  firstTime: epochMs(cause.firstAt),
  latestTime: epochMs(cause.latestAt),
  firstId: cause.firstId,
  latestId: cause.latestId,
  note: cause.noted?.note ?? "",
  runbook: cause.noted?.runbook ?? "",
  noteTime: epochMs(cause.noted?.updatedAt),
  noteOperatorName: names.get(cause.noted?.notedBy ?? 0) ?? null,
});

const causePage = endpoint({
  method: "get",
  path: "/admin-api/infra/dead-letter-cause/page",
  access: operator(READ_QUEUES),
  summary:
    "Lists the causes of open dead letters, those with the most letters first, with what operators noted; at most 15 seconds old",
  input: { query: pageInput({ queue: optional(QueueNameField), job: optional(z.string().trim().max(100)) }) },
  output: pageOf(CauseView),
  handle: async ({ query }) => {
    const page = await pageCauses(query, query);
    return { ...page, names: await namesOf(page.list) };
  },
  view: ({ list, total, names }) => ({ list: list.map((cause) => causeView(cause, names)), total }),
});

const causeGet = endpoint({
  method: "get",
  path: "/admin-api/infra/dead-letter-cause/get",
  access: operator(READ_QUEUES),
  summary:
    "Returns a cause of dead letters with the versions of the program that its open ones come from and the progress of its last replay, also when none is open",
  input: { query: z.object({ id: CauseName }) },
  output: CauseDetailView,
  handle: async ({ query }) => {
    const cause = await getCause(query.id);
    return { cause, names: await namesOf([cause]), replay: cause.replay && (await withNames(cause.replay)) };
  },
  view: ({ cause, names, replay }) => ({
    ...causeView(cause, names),
    builds: cause.builds,
    replay: replay && deadLetterReplayView(replay),
  }),
});

const causeUpdate = endpoint({
  method: "put",
  path: "/admin-api/infra/dead-letter-cause/update",
  access: operator(OPERATE_QUEUES),
  summary: "Notes what is known of a cause of dead letters, and what to do about it, for the next time that it comes",
  input: {
    body: z.object({ id: CauseName, note: optional(text(2_000)), runbook: optional(text(300)) }),
  },
  output: z.boolean(),
  handle: ({ actor, body: { id, note = "", runbook = "" } }) => noteCause(actor.operatorId, id, { note, runbook }),
});

export const causeEndpoints = [causePage, causeGet, causeUpdate];
