import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { type NotifyTaskDoc } from "#shared/domains/pay/index.js";
import { type DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { notifyTriesInAll } from "#shared/kernel/webhooks/notifyLadder.js";
import type { NotifyDetail, NotifyView } from "./notify.schemas.js";

export function notifyView(task: NotifyTaskDoc): z.input<typeof NotifyView> {
  return {
    id: task._id,
    type: task.type,
    appId: task.appId,
    payOrderId: task.payOrderId,
    refundId: task.refundId,
    merchantOrderId: task.merchantOrderId,
    notifyUrl: task.url,
    status: task.status,
    notifyTimes: task.tries,
    maxNotifyTimes: task.ladderFrom + notifyTriesInAll,
    nextNotifyTime: epochMs(task.nextTryAt),
    lastExecuteTime: epochMs(task.lastTryAt),
    lastStatus: task.lastStatus,
    createTime: task.createdAt.getTime(),
  };
}

export function notifyDetail({
  task,
  tries,
  why,
}: {
  task: NotifyTaskDoc;
  tries: DeliveryTryDoc[];
  why: z.input<typeof NotifyDetail>["why"];
}): z.input<typeof NotifyDetail> {
  return {
    ...notifyView(task),
    why,
    body: task.body,
    logs: tries.map(({ tryNumber, status, ms, body, createdAt }) => ({
      tryNumber,
      status,
      ms,
      body,
      createTime: createdAt.getTime(),
    })),
  };
}
