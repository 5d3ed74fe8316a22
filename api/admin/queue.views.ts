import type { z } from "zod";
import type { DeadLetter } from "#shared/platform/deadLetters.js";
import { queueGroups, type QueueName } from "#shared/platform/queueNames.js";
import type { QueueFigures } from "#shared/platform/queueFigures.js";
import { epochMs } from "#api/http/fields.js";
import type { DeadLetterPage, QueueView } from "./queue.schemas.js";

const groupOf = (name: QueueName): string =>
  Object.entries(queueGroups).find(([, queues]) => (queues as readonly string[]).includes(name))?.[0] ?? "";

export const queueView = ({ oldestWaitingMs, ...figures }: QueueFigures): z.input<typeof QueueView> => ({
  name: figures.name,
  group: groupOf(figures.name),
  waiting: figures.waiting,
  active: figures.active,
  delayed: figures.delayed,
  failed: figures.failed,
  completed: figures.completed,
  paused: figures.paused,
  oldestWaiting: oldestWaitingMs,
  workers: figures.workers,
});

export const deadLetterView = (letter: DeadLetter): z.input<typeof DeadLetterPage>["list"][number] => ({
  id: letter._id,
  queue: letter.queue,
  job: letter.job,
  version: letter.v,
  payload: letter.payload,
  orderId: letter.about.orderId ?? null,
  payOrderId: letter.about.payOrderId ?? null,
  memberId: letter.about.memberId ?? null,
  attempts: letter.attempts,
  reason: letter.reason,
  stack: letter.stack,
  requestId: letter.requestId,
  replayTime: epochMs(letter.replayedAt),
  createTime: letter.createdAt.getTime(),
});
