import { z } from "zod";
import { flowKinds, flowStates } from "#shared/domains/operations/flow/index.js";
import { Long, Time } from "#api/http/fields.js";

const Sentence = z.object({ en: z.string(), zh: z.string() });

/** Of the last five minutes, of an API, a provider and the outbox one to two; a p95 is a tenth off at most. */
const rates = {
  perMinute: z.number().nullable(),
  failedPerMinute: z.number().nullable(),
  runP95Ms: z.number().nullable(),
};
/** What is not known, or has no meaning there, is null. */
const FlowFiguresView = z.object({
  waiting: z.number().nullable(),
  active: z.number().nullable(),
  delayed: z.number().nullable(),
  /** How long the oldest could have been taken, or has been late, milliseconds. */
  oldestMs: z.number().nullable(),
  /** Of live workers, and how many of them are taken. */
  slots: z.number().nullable(),
  slotsTaken: z.number().nullable(),
  ...rates,
  waitP95Ms: z.number().nullable(),
  /** Open ones; 10,000 means that many or more. */
  deadLetters: z.number().nullable(),
  /** Of the outbox: late for their queue, held by an operator, and known to no process. */
  overdue: z.number().nullable(),
  kept: z.number().nullable(),
  unknown: z.number().nullable(),
  /** The longest block of its event loop in the last half minute, milliseconds. */
  loopDelayMs: z.number().nullable(),
});

const FlowNodeView = z.object({
  /** As edges name it: "queue:trade". */
  id: z.string(),
  kind: z.enum(flowKinds),
  name: z.string(),
  /** Of a process. */
  host: z.string().nullable(),
  /** Of a queue. */
  group: z.string().nullable(),
  /** Of a worker or a provider: what it takes, or is called from. */
  queues: z.array(z.string()),
  /** off: the shop does without it. busy: somebody may look. stands: it does not do its work. */
  state: z.enum(flowStates),
  /** Why it is not well. */
  reason: Sentence.nullable(),
  figures: FlowFiguresView,
});

export const FlowView = z.object({
  time: Time,
  /** When the queues' figures, and all others, were read; older than `time` while a store is away. */
  queuesTime: Time.nullable(),
  ledgerTime: Time.nullable(),
  /** What is wrong with the stores. */
  troubles: z.array(Sentence),
  nodes: z.array(FlowNodeView),
  edges: z.array(z.object({ from: z.string(), to: z.string(), figures: z.object(rates) })),
});

/** The last moment that a date can name. */
const LAST_MOMENT = 8_640_000_000_000_000;
export const FlowPastQuery = z.object({ until: Long.pipe(z.number().min(0).max(LAST_MOMENT)) });
/** A minute without a row was not recorded. */
export const FlowPastView = z.array(z.object({ time: Time, queues: z.array(FlowNodeView) }));
