import type { QueryFilter } from "mongoose";
import { DeadLetterModel, type DeadLetter } from "#shared/platform/deadLetters.js";
import type { QueueName } from "#shared/platform/queueNames.js";

export interface DeadLetterFilter {
  queue?: QueueName | undefined;
  job?: string | undefined;
  orderId?: number | undefined;
  payOrderId?: number | undefined;
  memberId?: number | undefined;
  replayed?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Jobs that failed for good, newest first. */
export async function pageDeadLetters(
  { queue, job, orderId, payOrderId, memberId, replayed, from, to }: DeadLetterFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: DeadLetter[]; total: number }> {
  const where: QueryFilter<DeadLetter> = {
    ...(queue === undefined ? {} : { queue }),
    ...(job === undefined ? {} : { job }),
    ...(orderId === undefined ? {} : { "about.orderId": orderId }),
    ...(payOrderId === undefined ? {} : { "about.payOrderId": payOrderId }),
    ...(memberId === undefined ? {} : { "about.memberId": memberId }),
    ...(replayed === undefined ? {} : { replayedAt: replayed ? { $ne: null } : null }),
    ...(from || to ? { createdAt: { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) } } : {}),
  };
  const total = await DeadLetterModel.countDocuments(where);
  const list = await DeadLetterModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<DeadLetter[]>();
  return { list, total };
}
