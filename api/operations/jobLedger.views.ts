import type { z } from "zod";
import type { Sight } from "#api/http/csv/csvExport.js";
import { epochMs } from "#api/http/fields.js";
import {
  scrubValues,
  type JobBatchDoc,
  type JobFigures,
  type JobRun,
  type Named,
  type TimelineEvent,
} from "#shared/domains/operations/index.js";
import type { OutsideCall } from "#shared/kernel/request/context.js";
import { clock } from "#shared/kernel/time/clock.js";
import { bullIdOf } from "#shared/kernel/outbox/relay.js";
import type { FailedTry, OutboxRow } from "#shared/kernel/outbox/row.js";
import { aboutOf } from "#shared/kernel/queue/subjects.js";
import { BatchStatus } from "#shared/domains/operations/operations.states.js";
import type {
  JobBatchView,
  JobDetailView,
  JobFiguresView,
  JobRunView,
  JobView,
  Timeline,
} from "./jobLedger.schemas.js";

export const jobView = (row: OutboxRow, operatorName = ""): z.input<typeof JobView> => ({
  id: row._id,
  jobId: bullIdOf(row),
  job: row.job,
  queue: row.queue ?? "",
  state: row.state,
  about: aboutOf(row.subjects ?? []),
  tries: row.tries ?? 0,
  reason: row.reason ?? null,
  message: row.message ?? null,
  nextTryTime: epochMs(row.nextTryAt ?? null),
  worker: row.worker ?? null,
  firstStartTime: epochMs(row.firstStartedAt ?? null),
  startTime: epochMs(row.startedAt ?? null),
  dueTime: row.dueAt.getTime(),
  endTime: epochMs(row.endedAt),
  createTime: row.createdAt.getTime(),
  requestId: row.requestId,
  askedBy: row.askedBy ?? "",
  hold: row.hold ? { operatorName, reason: row.hold.reason, time: row.hold.at.getTime() } : null,
  inTurn: isInTurn(row),
});

const isInTurn = ({ turn, dueAt }: OutboxRow): boolean => turn !== undefined && dueAt.getTime() <= clock.ms();

type Detail = z.input<typeof JobDetailView>;

export const jobDetailView = (row: OutboxRow, why: Detail["why"], operatorName = ""): Detail => ({
  ...jobView(row, operatorName),
  why,
  payload: scrubValues(row.payload),
  version: row.v,
  key: row.key,
  failures: (row.failures ?? []).map(failureView),
  calls: (row.calls ?? []).map(callView),
});

export const jobRunView = ({ state, options, stacks, logs, logCount, result }: JobRun): z.input<typeof JobRunView> => ({
  state,
  options,
  stacks,
  logs,
  logCount,
  result,
});

const failureView = ({ at, ms, number, reason, message, worker }: FailedTry) => ({
  time: at.getTime(),
  duration: ms,
  number,
  reason,
  message,
  worker,
});

const callView = ({ at, to, method, path = "", status, ms }: OutsideCall) => ({
  time: at.getTime(),
  to,
  method,
  path,
  status,
  duration: ms,
});

/** Operators who may see members see mobiles in full. */
export const namedView = ({ kind, id, no }: Named, { mobile }: Sight) => ({
  kind,
  id,
  no: kind === "member" ? mobile(no) : no,
});

export const jobBatchView = ({
  _id: id,
  act,
  acted,
  skipped,
  status,
  createdAt,
}: JobBatchDoc): z.input<typeof JobBatchView> => ({
  id,
  act,
  acted,
  skipped,
  running: status === BatchStatus.underWay,
  createTime: createdAt.getTime(),
});

const inSeconds = (ms: number): number => Math.floor(ms / 1_000);

export const jobFiguresView = (figures: JobFigures[]): z.input<typeof JobFiguresView> =>
  figures.map(({ overdueMs, keptMs, failingMs, walkedPerMinute, ...counts }) => ({
    ...counts,
    overdueSeconds: inSeconds(overdueMs),
    keptSeconds: inSeconds(keptMs),
    failingSeconds: inSeconds(failingMs),
    walkedPerMinute: Math.round(walkedPerMinute * 10) / 10,
  }));

export const timelineView = (events: TimelineEvent[]): z.input<typeof Timeline> => events.map(eventView);

const nothing = { job: null, request: null, failure: null, call: null, delivery: null };

function eventView(event: TimelineEvent): z.input<typeof Timeline>[number] {
  const begun = { time: event.at.getTime(), what: event.what, ...nothing };
  switch (event.what) {
    case "request": {
      const { requestId, method, route, status, code, refusal, ms } = event.request;
      return { ...begun, request: { requestId, method, route, status, code, refusal, duration: ms } };
    }
    case "delivery": {
      const { type, number, status, ms, answer } = event.delivery;
      return { ...begun, delivery: { type, number, status, duration: ms, answer } };
    }
    case "failed":
      return { ...begun, job: jobOf(event.row), failure: failureView(event.failure) };
    case "call":
      return { ...begun, job: jobOf(event.row), call: callView(event.call) };
    default:
      return { ...begun, job: jobOf(event.row) };
  }
}

const jobOf = (row: OutboxRow) => ({
  id: row._id,
  jobId: bullIdOf(row),
  job: row.job,
  state: row.state,
  askedBy: row.askedBy ?? "",
  kept: row.hold !== undefined,
  inTurn: isInTurn(row),
});
