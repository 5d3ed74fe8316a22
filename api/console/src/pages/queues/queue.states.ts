import type { RowOf } from "../../client/client";
import type { States } from "../../parts/shown/figures";
import type { Pair } from "../../texts/texts";

/** The groups of queues. */
export const queueGroups: Record<string, Pair> = {
  money: ["Money", "资金"],
  orders: ["Orders", "订单"],
  messages: ["Messages", "消息"],
  social: ["Social", "社交"],
  fulfilment: ["Fulfilment", "履约"],
  media: ["Media", "媒体"],
  website: ["Website", "官网"],
  maintenance: ["Maintenance", "维护"],
  control: ["Control", "监控"],
};

export const queueNames = [
  "pay-submit",
  "pay-ask",
  "pay-event",
  "pay-sync",
  "pay-refund",
  "order-timeout",
  "trade",
  "notify",
  "sms",
  "mail",
  "social",
  "im",
  "logistics",
  "invoice",
  "vod",
  "website",
  "analytics",
  "maintenance",
  "control",
] as const;
export const queueOptions = queueNames.map((value) => ({ value, label: [value, value] as Pair }));

export const letterStates: States = {
  0: [["Open", "待处理"], "error"],
  10: [["Replayed", "已重放"], "success"],
  20: [["Discarded", "已丢弃"], "default"],
};

export const alertStates: States = {
  10: [["Firing", "告警中"], "error"],
  20: [["Resolved", "已恢复"], "success"],
};

export const deliveryStates: States = {
  0: [["Pending", "等待重试"], "processing"],
  10: [["Delivered", "已送达"], "success"],
  20: [["Failed", "已放弃"], "error"],
};

export type Alert = RowOf<"/admin-api/infra/alert/page">;
export type AlertKind = RowOf<"/admin-api/infra/alert-rule/page">["kind"];
/** The metric of an alert rule, and the unit of its threshold. */
export const alertKinds: Record<AlertKind, { words: Pair; unit: Pair }> = {
  age: { words: ["Age of oldest job", "最久等待时长"], unit: ["seconds", "秒"] },
  failures: { words: ["Failed attempts in 5 minutes", "5 分钟内失败次数"], unit: ["attempts", "次"] },
  silentWorker: { words: ["Unresponsive worker", "工作进程无响应"], unit: ["seconds", "秒"] },
  depth: { words: ["Waiting jobs", "等待任务数"], unit: ["jobs", "个"] },
  overdue: { words: ["Enqueue delay", "入队延迟"], unit: ["seconds", "秒"] },
  catchUp: { words: ["Time to clear late jobs", "延迟任务预计入队时长"], unit: ["seconds", "秒"] },
  unknown: { words: ["Unknown jobs", "未知任务数"], unit: ["jobs", "个"] },
  kept: { words: ["Job held", "任务被暂缓"], unit: ["seconds", "秒"] },
  ranAgain: { words: ["Jobs re-run in 5 minutes", "5 分钟内重复执行任务数"], unit: ["jobs", "个"] },
  healed: { words: ["Lost jobs recovered in 5 minutes", "5 分钟内恢复的丢失任务数"], unit: ["jobs", "个"] },
  webhookOff: { words: ["Webhook endpoints switched off", "停用的 Webhook 端点"], unit: ["endpoints", "个"] },
  lateSchedule: { words: ["Schedule delay", "定时任务延迟"], unit: ["seconds", "秒"] },
  failing: { words: ["Job failing repeatedly", "任务持续失败"], unit: ["seconds", "秒"] },
  burn: { words: ["Objective missed too often", "目标未达成过快"], unit: ["× the allowed rate", "倍速"] },
  deadLetters: { words: ["Open dead letters", "未处理死信数"], unit: ["jobs", "个"] },
};
export const alertKindOptions = Object.entries(alertKinds).map(([value, { words }]) => ({ value, label: words }));
