import { askOperator } from "./operator";

/** An event as the operators' timeline has it; what does not belong to its kind is null. */
interface TimelineEvent {
  time: number;
  what: "request" | "asked" | "began" | "failed" | "call" | "delivery" | "done" | "dead" | "cancelled" | "open";
  job: { id: number; job: string; state: string; askedBy: string } | null;
  request: { requestId: string; method: string; route: string; status: number; duration: number } | null;
  failure: { number: number; reason: string; message: string } | null;
  call: { to: string; method: string; path: string; status: string | number; duration: number } | null;
  delivery: { type: string; number: number; status: number | null; duration: number } | null;
}

/** One line: a member's call, a job from when it was written until it ended, or a delivery. */
export interface TimelineLine {
  key: string;
  at: number;
  kind: "request" | "job" | "delivery";
  name: string;
  state: "waiting" | "running" | "done" | "failed";
  /** From the job being written to its end; undefined while it is open. */
  ms: number | undefined;
  /** When an open job is due. */
  dueAt: number | undefined;
  /** Its calls to providers and its failed tries. */
  notes: string[];
}

export const readTimeline = (orderId: number): Promise<TimelineEvent[]> =>
  askOperator("GET", `/admin-api/infra/job/timeline?kind=order&id=${orderId}`);

/** The events of each job, request and delivery as its line; the newest line first. */
export function linesOf(events: readonly TimelineEvent[]): TimelineLine[] {
  const lines = new Map<string, TimelineLine>();
  for (const event of events) {
    const key = keyOf(event);
    const line = lines.get(key) ?? newLine(key, event);
    lines.set(key, line);
    if (event.job) take(line, event);
  }
  return [...lines.values()].toReversed();
}

function keyOf({ job, request, delivery }: TimelineEvent): string {
  if (job) return `job ${job.id}`;
  if (request) return `request ${request.requestId}`;
  return `delivery ${delivery?.type} ${delivery?.number}`;
}

function newLine(key: string, { time, job, request, delivery }: TimelineEvent): TimelineLine {
  const line = { key, at: time, ms: undefined, dueAt: undefined, notes: [] };
  if (job) return { ...line, kind: "job", name: job.job, state: "waiting" };
  const status = request?.status ?? delivery?.status ?? 599;
  return {
    ...line,
    kind: request ? "request" : "delivery",
    name: request
      ? `${request.method.toUpperCase()} ${request.route}`
      : `${delivery?.type} → ${delivery?.status ?? "–"}`,
    state: status < 400 ? "done" : "failed",
    ms: request?.duration ?? delivery?.duration,
  };
}

function take(line: TimelineLine, { time, what, job, call, failure }: TimelineEvent): void {
  if (call) line.notes.push(`${call.to}: ${call.method} ${call.path} → ${call.status}, ${call.duration} ms`);
  if (failure) line.notes.push(`#${failure.number} ${failure.reason}: ${failure.message}`);
  if (what === "done" || what === "cancelled") Object.assign(line, { state: "done", ms: time - line.at });
  if (what === "dead") line.state = "failed";
  if (what === "open") Object.assign(line, job?.state === "running" ? { state: "running" } : { dueAt: time });
}
