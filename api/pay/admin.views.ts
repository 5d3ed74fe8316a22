import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { notifyTriesInAll, type NotifyTaskDoc, type NotifyTryDoc, type PayAppDoc } from "#shared/domains/pay/index.js";
import type { NotifyDetail, NotifyView, PayAppView } from "./admin.schemas.js";

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
}: {
  task: NotifyTaskDoc;
  tries: NotifyTryDoc[];
}): z.input<typeof NotifyDetail> {
  return {
    ...notifyView(task),
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

export function payAppView(app: PayAppDoc & { secret: string }): z.input<typeof PayAppView> {
  return {
    id: app._id,
    appKey: app.key,
    name: app.name,
    status: app.status,
    orderNotifyUrl: app.orderNotifyUrl,
    refundNotifyUrl: app.refundNotifyUrl,
    secret: app.secret,
    createTime: app.createdAt.getTime(),
  };
}
