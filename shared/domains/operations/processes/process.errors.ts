import { defineErrors } from "#shared/kernel/request/errors.js";

export const processErrors = defineErrors("process", {
  ProcessNotFound: {
    code: 1001010000,
    en: "There is no process {id} any more: look at the list again",
    zh: "进程 {id} 已不存在，请刷新列表",
  },
  ProcessGone: {
    code: 1001010001,
    en: "Process {id} does not report any more, so it cannot be asked anything",
    zh: "进程 {id} 已停止上报，无法操作",
  },
  QueueNotTaken: {
    code: 1001010002,
    en: "Process {id} does not take {queue}, or is about to end",
    zh: "进程 {id} 不处理队列 {queue}，或即将退出",
  },
  /** Allowed, as are the next two, but it is first told what waits. */
  LastWorkerOfQueues: {
    code: 1001010010,
    en: "No other worker takes {queues}: their jobs wait until another one starts; {count} wait now. Confirm it if this is meant (confirm: true)",
    zh: "没有其他工作进程处理 {queues}：其任务将等待新进程启动，当前已有 {count} 个等待。如确认无误，请确认（confirm: true）",
  },
  LastCron: {
    code: 1001010011,
    en: "No other cron process runs: nothing recurs until another one starts. Confirm it if this is meant (confirm: true)",
    zh: "没有其他 cron 进程：新进程启动之前定时任务不会执行。如确认无误，请确认（confirm: true）",
  },
  LastApi: {
    code: 1001010012,
    en: "No other API process runs: nobody is answered until another one starts. Confirm it if this is meant (confirm: true)",
    zh: "没有其他 API 进程：新进程启动之前所有请求都无法响应。如确认无误，请确认（confirm: true）",
  },
});
