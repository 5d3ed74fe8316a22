import type { QueryFilter } from "mongoose";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { OutboxModel, type OutboxRow, type OutboxState } from "#shared/kernel/outbox/row.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { operationsErrors } from "../operations.errors.js";
import { codesSentTo, findNamed, subjectsOfNamed, type Named } from "./findNamed.js";

export interface JobSearch {
  /** A number, a mobile, a member's id, a job's id (o-17-1) or a request's. */
  q?: string | undefined;
  queue?: QueueName | undefined;
  job?: string | undefined;
  state?: OutboxState | undefined;
  /** Held by an operator. */
  kept?: boolean | undefined;
}
interface JobsFound extends PageOf<OutboxRow> {
  /** What `q` names. */
  named: Named[];
}
const isKept = { "hold.at": { $gt: new Date(0) } };
const ended: OutboxState[] = ["done", "dead", "cancelled"];

/**
 * Durable jobs in every state about what `q` names, newest first; without `q` the open ones, soonest due first.
 * SearchTooWide: ended jobs without `q`.
 */
export async function pageJobs(search: JobSearch, page: Page): Promise<JobsFound> {
  const { which, sort, named } = await readSearch(search);
  return { named, ...(await pageOf(OutboxModel, which, page, sort)) };
}

/** A search as a filter of rows; each kind of search has an index. */
export async function readSearch({ q = "", queue, job, state, kept }: JobSearch): Promise<{
  which: QueryFilter<OutboxRow>;
  sort: Record<string, 1 | -1>;
  named: Named[];
}> {
  const also = {
    ...(job === undefined ? {} : { job }),
    ...(state === undefined ? {} : { state }),
    ...(kept === undefined ? {} : kept ? isKept : { hold: { $exists: false } }),
  };
  const ofQueue = queue === undefined ? {} : { queue };
  const words = q.trim();
  if (words === "") {
    if (state && ended.includes(state)) throw operationsErrors.SearchTooWide();
    if (kept) return { which: { ...(queue ? { openQueue: queue } : {}), ...also }, sort: { "hold.at": 1 }, named: [] };
    return {
      // Any queue, including those that this version does not know.
      which: { openQueue: queue ?? { $gt: "" as QueueName }, ...also },
      sort: { openQueue: 1, nextLookAt: 1 },
      named: [],
    };
  }
  const rowId = /^o-(\d{1,15})(?:-\d+)?$/.exec(words)?.[1];
  if (rowId) return { which: { _id: Number(rowId), ...ofQueue, ...also }, sort: { _id: 1 }, named: [] };
  const named = await findNamed(words);
  const newest = { createdAt: -1 } as const;
  const subjects = named.length === 0 ? await codesSentTo(words) : [];
  if (named.length === 0 && subjects.length === 0)
    return { which: { requestId: words, ...ofQueue, ...also }, sort: newest, named };
  for (const one of named) subjects.push(...(await subjectsOfNamed(one)));
  return { which: { subjects: { $in: [...new Set(subjects)] }, ...ofQueue, ...also }, sort: newest, named };
}

/** JobNotFound. */
export async function getJobRow(id: number): Promise<OutboxRow> {
  const row = await OutboxModel.findById(id).lean<OutboxRow>();
  if (!row) throw operationsErrors.JobNotFound({ id });
  return row;
}
