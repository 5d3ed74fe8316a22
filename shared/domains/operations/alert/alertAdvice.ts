import type { Objective } from "#shared/kernel/observability/objectives.js";
import type { AlertKind } from "./alertRule.model.js";

interface Advice {
  en: string;
  zh: string;
}

const ofKinds: Record<AlertKind, Advice> = {
  burn: {
    en: "The page of objectives says which one is missed, and what to do about it.",
    zh: "在服务目标页查看未达成的目标与处理建议。",
  },
  age: {
    en: "Start more workers of this queue; its page shows which tries fail and how long they take.",
    zh: "为该队列增加工作进程；在队列页查看失败原因与耗时。",
  },
  failures: {
    en: "The queue's page lists the reasons, the jobs page what they are about: a provider is down, or a version is faulty.",
    zh: "在队列页查看失败原因，在任务页查看关联业务：可能是平台不可用或新版本有缺陷。",
  },
  silentWorker: {
    en: "See whether the worker processes run and reach MongoDB and Redis (/health/ready); restart the silent one.",
    zh: "检查工作进程是否运行、能否访问 MongoDB 与 Redis（/health/ready）；重启无响应的进程。",
  },
  depth: {
    en: "Start more workers of this queue, or resume it if it is paused.",
    zh: "增加该队列的工作进程；若已暂停则恢复。",
  },
  deadLetters: {
    en: "Read their reasons on the page of dead letters; replay them once the cause is gone, or discard them.",
    zh: "在死信页查看原因；原因消除后重放，或丢弃。",
  },
  overdue: {
    en: "Redis is down or full, or no worker process walks: see /health/ready and Redis' memory.",
    zh: "Redis 不可用或内存已满，或没有工作进程转发：检查 /health/ready 与 Redis 内存。",
  },
  catchUp: {
    en: "Start more worker processes, they share the walk; where MongoDB is the limit, look at its load first.",
    zh: "增加工作进程以分担转发；若瓶颈在 MongoDB，先检查其负载。",
  },
  unknown: {
    en: "A newer version wrote these jobs: start its workers, or finish the roll-back by cancelling them.",
    zh: "这些任务由更新的版本写入：启动该版本的工作进程，或在回滚后取消它们。",
  },
  kept: {
    en: "The jobs page lists the held jobs, by whom and why: release or cancel them.",
    zh: "在任务页查看被暂缓的任务、操作人与原因：放行或取消。",
  },
  healed: {
    en: "They were sent again. Redis was flushed, evicts keys, or lost its newest writes: maxmemory-policy noeviction, appendonly yes.",
    zh: "任务已重新发送。Redis 可能被清空、淘汰键或丢失最近写入：检查 maxmemory-policy noeviction 与 appendonly yes。",
  },
  ranAgain: {
    en: "The same job is enqueued over and over: the jobs page shows what enqueues it.",
    zh: "同一任务被反复请求：在任务页查看来源。",
  },
  webhookOff: {
    en: "Ask its owner why the endpoint fails, switch it on again, and send what it missed once more.",
    zh: "联系端点负责人查明失败原因，恢复后重新启用，并重发遗漏的事件。",
  },
  lateSchedule: { en: "Start a cron process; see why the last one ended.", zh: "启动 cron 进程，并查明其退出原因。" },
  failing: {
    en: "The jobs page says why it fails; hold it while you look for the cause, or run it at once when the cause is gone.",
    zh: "在任务页查看失败原因；排查期间可暂缓，原因消除后立即执行。",
  },
};

const ofObjectives: Record<Objective, Advice> = {
  callbackToPaid: {
    en: "Paid orders are late: start workers of money; look at MongoDB's speed.",
    zh: "订单支付确认延迟：增加资金组工作进程；检查 MongoDB 速度。",
  },
  expiry: {
    en: "Unpaid orders end late: start workers of money and orders; see whether a channel is down.",
    zh: "未付订单关闭延迟：增加资金组与订单组工作进程；检查支付渠道。",
  },
  firstNotify: {
    en: "Merchants are notified late: start workers of messages.",
    zh: "商户通知延迟：增加消息组工作进程。",
  },
  ask: {
    en: "Clients wait in vain: start workers of money and social; see whether a provider hangs.",
    zh: "客户端等待无果：增加资金组与社交组工作进程；检查平台是否卡住。",
  },
};

/** What to do about an alert, for whoever is on call. */
export const adviceOn = (kind: AlertKind, objective: Objective | null | undefined): Advice =>
  objective ? ofObjectives[objective] : ofKinds[kind];
