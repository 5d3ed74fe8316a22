import { deliveriesOf, type MadeDelivery } from "#shared/domains/pay/index.js";
import type { OutsideCall } from "#shared/kernel/request/context.js";
import { OutboxModel, type FailedTry, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { AccessLogModel, type AccessLogDoc } from "../requestLog.models.js";
import { subjectsOfNamed, type NamedKind } from "./findNamed.js";

/** An event, and the request, job or delivery that it belongs to. */
export type TimelineEvent = { at: Date } & (
  | { what: "request"; request: AccessLogDoc }
  | { what: "asked" | "began" | "done" | "dead" | "cancelled" | "open"; row: OutboxRow }
  | { what: "failed"; row: OutboxRow; failure: FailedTry }
  | { what: "call"; row: OutboxRow; call: OutsideCall }
  | { what: "delivery"; delivery: MadeDelivery }
);

const MOST_JOBS = 300;
const MOST_REQUESTS = 100;
const MOST_DELIVERIES = 200;
/** The start of an ended job is shown only if it was later than this. */
const LATE_MS = 1_000;
/** Its tries are shown as deliveries, which say more. */
const DELIVERS = "pay.deliverNotify";

/**
 * The events of one thing and all that belongs to it, oldest first: requests that enqueued jobs, the jobs, their failed
 * tries, their calls to providers, and deliveries to merchants. Ended jobs are deleted after some days.
 */
export async function timelineOf(kind: NamedKind, id: number): Promise<TimelineEvent[]> {
  const subjects = await subjectsOfNamed({ kind, id, no: "" });
  const rows = await OutboxModel.find({ subjects: { $in: subjects } })
    .sort({ createdAt: -1 })
    .limit(MOST_JOBS)
    .lean<OutboxRow[]>();
  const requestIds = [...new Set(rows.map(({ requestId }) => requestId))];
  const [requests, deliveries] = await Promise.all([
    AccessLogModel.find({ requestId: { $in: requestIds } })
      .limit(MOST_REQUESTS)
      .lean<AccessLogDoc[]>(),
    deliveriesOf(subjects, MOST_DELIVERIES),
  ]);
  const events: TimelineEvent[] = [
    ...requests.map((request) => ({ at: request.beginAt, what: "request" as const, request })),
    ...rows.flatMap(eventsOfRow),
    ...deliveries.map((delivery) => ({ at: delivery.at, what: "delivery" as const, delivery })),
  ];
  return events.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function eventsOfRow(row: OutboxRow): TimelineEvent[] {
  const { createdAt, firstStartedAt, endedAt, state, failures = [], calls = [] } = row;
  const isEnded = state === "done" || state === "dead" || state === "cancelled";
  return [
    { at: createdAt, what: "asked", row },
    ...(firstStartedAt && (!isEnded || firstStartedAt.getTime() - createdAt.getTime() > LATE_MS)
      ? [{ at: firstStartedAt, what: "began" as const, row }]
      : []),
    // At the end of the try, so that its calls come before it.
    ...failures.map((failure) => ({ at: endOf(failure), what: "failed" as const, row, failure })),
    ...(row.job === DELIVERS ? [] : calls.map((call) => ({ at: call.at, what: "call" as const, row, call }))),
    isEnded ? { at: endedAt ?? createdAt, what: state, row } : { at: openUntil(row), what: "open", row },
  ];
}

const endOf = ({ at, ms }: FailedTry): Date => new Date(at.getTime() + ms);

/** When a job's next event is due; for a running job, when it began. */
const openUntil = ({ state, startedAt, nextTryAt, dueAt }: OutboxRow): Date =>
  nextTryAt ?? (state === "running" && startedAt ? startedAt : dueAt);
