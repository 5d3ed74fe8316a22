import { defineErrors } from "#shared/kernel/request/errors.js";

export const queueErrors = defineErrors("queue", {
  DeadLetterNotFound: { code: 1001008000, en: "Dead letter {id} does not exist", zh: "死信 {id} 不存在" },
  DeadLetterReplayed: { code: 1001008001, en: "Dead letter {id} was replayed already", zh: "死信 {id} 已重放" },
  DeadLetterNotReplayable: {
    code: 1001008002,
    en: "Dead letter {id} cannot be replayed: this version does not know its job or payload",
    zh: "死信 {id} 无法重放：当前版本不支持该任务或其参数",
  },
  DeadLetterDiscarded: { code: 1001008003, en: "Dead letter {id} was discarded", zh: "死信 {id} 已丢弃" },
  /** An act that no operator may perform on the queues' pages. */
  QueueActRefused: {
    code: 1001008005,
    en: "This is not done on the queues' pages: {act}. Allowed are retry of failed jobs, clean of ended ones, promote, pause and resume",
    zh: "队列页面不支持此操作：{act}。仅允许重试失败的任务、清理已结束的任务、提前执行、暂停和恢复",
    status: 403,
  },
  /** Money or orders depend on the kind. */
  KindHoldUnconfirmed: {
    code: 1001008006,
    en: "{count} {what} will wait until {job} is released, and each new one too. Confirm it if this is meant (confirm: true)",
    zh: "{job} 放行之前，{count} 个{what}以及之后新增的都将等待。如确认无误，请确认（confirm: true）",
  },
  KindHeld: { code: 1001008007, en: "{job} is held already", zh: "{job} 已被暂缓" },
  KindNotHeld: { code: 1001008008, en: "{job} is not held", zh: "{job} 未被暂缓" },
  /** Money or orders depend on the kind. */
  KindLimitUnconfirmed: {
    code: 1001008009,
    en: "{what}; at {perMinute} a minute {takes}, and each new one waits its turn behind them. Confirm it if this is meant (confirm: true)",
    zh: "{what}；按每分钟 {perMinute} 个，{takes}，之后新增的依次等待。如确认无误，请确认（confirm: true）",
  },
  KindNotLimited: { code: 1001008022, en: "{job} has no limit", zh: "{job} 未限速" },
  ReplayUnderWay: {
    code: 1001008020,
    en: "Replay {id} of this cause is under way: wait for its end, or stop it",
    zh: "该原因的批量重放 {id} 正在进行：请等待其结束或先停止",
  },
  CauseNotFound: { code: 1001008021, en: "No dead letter has the cause {id}", zh: "没有原因为 {id} 的死信" },
  ReplayNotFound: { code: 1001008004, en: "Replay {id} does not exist", zh: "批量重放 {id} 不存在" },
});
