import { randomUUID } from "node:crypto";
import { isbot } from "isbot";
import { clock } from "#shared/kernel/time/clock.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { storeEventsJob, storePathJob, storeStayJob } from "./analytics.jobs.js";
import type { PathSubmission, StaySubmission } from "./storeSession.js";
import { sourceOf, type Submission, type Visit } from "./visit.js";

/** The member of the request's token, if any; it overrules what the page claims. */
type Who = { memberId: number } | undefined;

/** Enqueues events to be stored by a job; 503 if that fails. Returns how many. */
export async function collectVisits(events: Omit<Visit, "source">[], who: Who): Promise<number> {
  if (events.length === 0) return 0;
  const visits = events.map((event) => ({ ...event, source: sourceOf(event) }));
  await enqueue(storeEventsJob, { ...newSubmission(who), events: visits }, { orFail: true });
  return events.length;
}

/** Collects how long a page has been open. */
export async function collectStay(stay: Omit<StaySubmission, keyof Submission>, who: Who): Promise<true> {
  await enqueue(storeStayJob, { ...newSubmission(who), ...stay }, { orFail: true });
  return true;
}

/** Collects the path of a session. */
export async function collectPath(path: Omit<PathSubmission, keyof Submission>, who: Who): Promise<true> {
  await enqueue(storePathJob, { ...newSubmission(who), ...path }, { orFail: true });
  return true;
}

function newSubmission(who: Who): Submission {
  const bot = isbot(currentContext()?.userAgent ?? "");
  return { key: randomUUID(), at: clock.ms(), bot, memberId: who?.memberId ?? null };
}
