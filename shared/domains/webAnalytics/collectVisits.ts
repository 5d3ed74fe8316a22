import { randomUUID } from "node:crypto";
import { isbot } from "isbot";
import { clock } from "#shared/kernel/time/clock.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { storeEventsJob, storePathJob, storeStayJob } from "./analytics.jobs.js";
import type { PathTold, StayTold } from "./storeSession.js";
import { sourceOf, type Told, type Visit } from "./visit.js";

/** The member whose token came along, if any: what a page claims counts for nothing beside it. */
type Who = { memberId: number } | undefined;

/** Takes events to be stored by a job; 503 when they could not be handed on. Answers how many. */
export async function collectVisits(events: Omit<Visit, "source">[], who: Who): Promise<number> {
  if (events.length === 0) return 0;
  const visits = events.map((event) => ({ ...event, source: sourceOf(event) }));
  await enqueue(storeEventsJob, { ...toldNow(who), events: visits }, { orFail: true });
  return events.length;
}

/** How long a page has been open. */
export async function collectStay(stay: Omit<StayTold, keyof Told>, who: Who): Promise<true> {
  await enqueue(storeStayJob, { ...toldNow(who), ...stay }, { orFail: true });
  return true;
}

/** The way of a session. */
export async function collectPath(path: Omit<PathTold, keyof Told>, who: Who): Promise<true> {
  await enqueue(storePathJob, { ...toldNow(who), ...path }, { orFail: true });
  return true;
}

function toldNow(who: Who): Told {
  const bot = isbot(currentContext()?.userAgent ?? "");
  return { key: randomUUID(), at: clock.ms(), bot, memberId: who?.memberId ?? null };
}
