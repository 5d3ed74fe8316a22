import type { z } from "zod";
import type { JobDefinition } from "./jobs.js";
import { enqueueAll } from "../outbox/enqueue.js";

/** Something that happened in a domain: domain.nounPast. */
interface EventDefinition<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
  /** Only the one transaction that changes a state announces it, so its reactions claim no key. */
  once: boolean;
}

/** One reaction to an event: a separate job, retried on its own. */
export interface Subscription {
  event: string;
  job: JobDefinition;
  react: (payload: never) => unknown;
}

const events = new Map<string, EventDefinition>();
let table: Map<string, Subscription[]> | undefined;

export function defineEvent<P extends z.ZodType>(
  name: string,
  payload: P,
  { once = false }: { once?: boolean } = {},
): EventDefinition<P> {
  if (events.has(name)) throw new Error(`event ${name} is declared twice`);
  const event = { name, payload, once };
  events.set(name, event);
  return event;
}

export const definedEvents = (): EventDefinition[] => [...events.values()];

/** A line of shared/subscriptions.ts: when `event` is announced, `job` runs with what `react` returns, if anything. */
export function on<E extends z.ZodType, P extends z.ZodType, R>(
  event: EventDefinition<E>,
  job: JobDefinition<P, R>,
  react: (payload: z.output<E>) => z.input<P> | undefined | Promise<z.input<P> | undefined>,
): Subscription {
  return { event: event.name, job: job as unknown as JobDefinition, react };
}

/** Sets the table of reactions, once, from shared/subscriptions.ts. */
export function installSubscriptions(subscriptions: Subscription[]): void {
  table = new Map();
  for (const subscription of subscriptions)
    table.set(subscription.event, [...(table.get(subscription.event) ?? []), subscription]);
}

/** Enqueues every reaction in the running transaction: one outbox row each. */
export async function announce<E extends z.ZodType>(event: EventDefinition<E>, payload: z.input<E>): Promise<void> {
  // Without the table every reaction would be lost silently.
  if (!table)
    throw new Error("subscriptions are not installed: import #shared/subscriptions.js where the process starts");
  const parsed = event.payload.parse(payload);
  const works = [];
  for (const { job, react } of table.get(event.name) ?? [])
    works.push({ job, payload: await react(parsed as never), once: event.once });
  await enqueueAll(works.filter(({ payload: reaction }) => reaction !== undefined));
}
