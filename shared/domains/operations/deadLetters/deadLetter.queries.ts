import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { DeadLetterModel, OPEN_LETTER, type DeadLetter } from "#shared/kernel/queue/deadLetters.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueErrors } from "../queues/queue.errors.js";
import { DeadLetterStatus } from "../operations.states.js";

export interface DeadLetterFilter {
  queue?: QueueName | undefined;
  job?: string | undefined;
  /** The job's id in the queue, like o-17-1. */
  jobId?: string | undefined;
  orderId?: number | undefined;
  payOrderId?: number | undefined;
  memberId?: number | undefined;
  /** About any of these, to which a serial number was resolved. Empty: nothing is found. */
  aboutAny?: { orderId?: number; payOrderId?: number }[] | undefined;
  /** The error's name, by which failures are counted; `reason` is a part of the text. */
  error?: string | undefined;
  reason?: string | undefined;
  /** The name of the cause. */
  cause?: string | undefined;
  status?: DeadLetterStatus | undefined;
  replayed?: boolean | undefined;
  /** Inclusive at both ends. */
  createTime?: TimeSpan | undefined;
}

const STATES: Record<DeadLetterStatus, QueryFilter<DeadLetter>> = {
  [DeadLetterStatus.open]: OPEN_LETTER,
  [DeadLetterStatus.replayed]: { replayedAt: { $ne: null } },
  [DeadLetterStatus.discarded]: { discardedAt: { $ne: null } },
};

/** One flat condition, as not every store uses an index inside an `$and`. */
function deadLetterFilter({
  jobId,
  orderId,
  payOrderId,
  memberId,
  aboutAny,
  reason,
  status,
  replayed,
  createTime,
  ...equal
}: DeadLetterFilter): QueryFilter<DeadLetter> {
  const { queue, job, error, cause } = equal;
  return {
    ...(queue === undefined ? {} : { queue }),
    ...(job === undefined ? {} : { job }),
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : status === DeadLetterStatus.open ? { openCause: cause } : { cause }),
    ...(jobId === undefined ? {} : { bullId: jobId }),
    ...(orderId === undefined ? {} : { "about.orderId": orderId }),
    ...(payOrderId === undefined ? {} : { "about.payOrderId": payOrderId }),
    ...(memberId === undefined ? {} : { "about.memberId": memberId }),
    ...(aboutAny === undefined ? {} : { $or: anyOf(aboutAny) }),
    ...(reason === undefined ? {} : { reason: { $regex: reason.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") } }),
    ...(status === undefined ? {} : STATES[status]),
    ...(replayed === undefined ? {} : { $and: [{ replayedAt: replayed ? { $ne: null } : null }] }),
    ...createdWithin(createTime),
  };
}

/** The letters to replay or discard; always open ones. */
export type ReplayFilter = Omit<DeadLetterFilter, "status" | "replayed">;

/** The open letters of a filter that existed at a moment. */
export function openLettersUntil({ createTime, ...filter }: ReplayFilter, until: Date): QueryFilter<DeadLetter> {
  const [from, to] = createTime ?? [new Date(0), until];
  return {
    ...deadLetterFilter({ ...filter, status: DeadLetterStatus.open }),
    createdAt: within([from, to < until ? to : until]),
  };
}

function anyOf(abouts: { orderId?: number; payOrderId?: number }[]): QueryFilter<DeadLetter>[] {
  const some = abouts.flatMap((about) => Object.entries(about).map(([key, id]) => ({ [`about.${key}`]: id })));
  return some.length === 0 ? [{ _id: -1 }] : some;
}

/** Jobs that failed for good, newest first. */
export const pageDeadLetters = (filter: DeadLetterFilter, page: Page): Promise<PageOf<DeadLetter>> =>
  pageOf(DeadLetterModel, deadLetterFilter(filter), page);

/** The same, each, for a file. */
export const eachDeadLetter = (filter: DeadLetterFilter): AsyncIterable<DeadLetter> =>
  eachOf(DeadLetterModel, deadLetterFilter(filter));

/** Throws DeadLetterNotFound. */
export async function getDeadLetter(id: number): Promise<DeadLetter> {
  const letter = await DeadLetterModel.findById(id).lean<DeadLetter>();
  if (!letter) throw queueErrors.DeadLetterNotFound({ id });
  return letter;
}

export function statusOf({ replayedAt, discardedAt }: DeadLetter): DeadLetterStatus {
  if (replayedAt) return DeadLetterStatus.replayed;
  return discardedAt ? DeadLetterStatus.discarded : DeadLetterStatus.open;
}
