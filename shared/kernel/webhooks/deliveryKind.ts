import type { Model } from "mongoose";
import { enqueue } from "../outbox/enqueue.js";
import type { JobDefinition } from "../queue/jobs.js";
import type { DeliveryDoc, DeliveryTryDoc } from "./delivery.model.js";

/** How a try ended. final: no other try follows. */
export interface TryOutcome {
  status: number | null;
  ms: number;
  body: string;
  success: boolean;
  final: boolean;
  /** Whether the receiver's host works, as far as this try shows. */
  host: "works" | "fails" | "unknown";
  requestedMs: number;
  /** False: there was nobody to send it to any more. */
  wasSent: boolean;
}

/** When a try runs: at once, at a moment, or instead of the one that is scheduled. */
interface TryOptions {
  dueAt?: Date;
  delayMs?: number;
  once?: boolean;
  replace?: boolean;
}

/** Deliveries of one kind: notices to merchants, events to third parties. They share the limits of a host. */
export interface DeliveryKind<D extends DeliveryDoc> {
  tasks: Model<D>;
  tries: Model<DeliveryTryDoc>;
  /** The counter of the tries' ids. */
  triesCounter: string;
  /** The receiver, as calls are counted by. */
  to: string;
  userAgent: string;
  messageId(task: D): string;
  /** Current ones first; none: it is not to be sent any more. */
  secretsOf(task: D): Promise<readonly string[]>;
  /** Makes one try. */
  job: unknown;
  tryPayload(id: number, tryNumber: number): unknown;
  /** The first try begins, `waitedMs` after the delivery was written. */
  onFirstTry?(waitedMs: number): void;
  /** After a try was recorded. */
  onTried?(task: D, outcome: TryOutcome): Promise<void>;
}

const kinds: DeliveryKind<DeliveryDoc>[] = [];

export function defineDeliveries<D extends DeliveryDoc>(kind: DeliveryKind<D>): DeliveryKind<D> {
  kinds.push(kind as unknown as DeliveryKind<DeliveryDoc>);
  return kind;
}

export const tryOf = <D extends DeliveryDoc>({ job, tryPayload }: DeliveryKind<D>, id: number, tryNumber: number) => ({
  job: job as JobDefinition,
  payload: tryPayload(id, tryNumber),
});

export async function enqueueTry<D extends DeliveryDoc>(
  kind: DeliveryKind<D>,
  id: number,
  tryNumber: number,
  options?: TryOptions,
): Promise<void> {
  const { job, payload } = tryOf(kind, id, tryNumber);
  await enqueue(job, payload, options);
}

/** Those that this process has loaded: a worker has all. */
export const deliveryKinds = (): readonly DeliveryKind<DeliveryDoc>[] => kinds;
