import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of operators' actions on the service itself (rules: Error codes). */
export const operationsErrors = defineErrors("operations", {
  FileInUse: { code: 1001003004, en: "The file is in use: {what}", zh: "文件正在使用中：{what}" },
  ScheduledJobNotFound: { code: 1001001000, en: "There is no such recurring job", zh: "定时任务不存在" },
  ErrorLogNotFound: { code: 1001002000, en: "The error log row does not exist", zh: "API 错误日志不存在" },
  JobNotFound: {
    code: 1001001001,
    en: "There is no job {id}; ended ones are forgotten after some days",
    zh: "任务 {id} 不存在；已结束的任务会在数天后清除",
  },
  JobEnded: { code: 1001001002, en: "Job {id} has ended", zh: "任务 {id} 已结束" },
  JobRuns: { code: 1001001003, en: "Job {id} runs just now", zh: "任务 {id} 正在执行" },
  JobUnknown: {
    code: 1001001004,
    en: "Job {id} waits for a process of a newer version: nothing here knows it",
    zh: "任务 {id} 需要更新版本的进程，当前版本无法执行",
  },
  JobNeeded: {
    code: 1001001005,
    en: "Money or goods depend on job {id}: it can be held, not cancelled",
    zh: "任务 {id} 涉及资金或订单，只能暂缓，不能取消",
  },
  JobNotHeld: { code: 1001001006, en: "Job {id} is not held", zh: "任务 {id} 未被暂缓" },
  JobKindHeld: {
    code: 1001001010,
    en: "Job {id} is held with all of its kind: release the kind",
    zh: "任务 {id} 随同类任务一起暂缓，请放行该类任务",
  },
  JobKindLimited: {
    code: 1001001011,
    en: "Job {id} waits its turn, as its kind is limited: raise or end the limit",
    zh: "任务 {id} 所属类型已限速，正在依次等待：请提高或取消限速",
  },
  JobMoved: {
    code: 1001001007,
    en: "Job {id} has moved on meanwhile: look at it again",
    zh: "任务 {id} 状态已变化，请刷新后重试",
  },
  JobBatchNotFound: { code: 1001001008, en: "There is no such act on many jobs", zh: "批量操作 {id} 不存在" },
  SearchTooWide: {
    code: 1001001009,
    en: "q: say which number, mobile or id to look for; jobs that have ended are not listed without one",
    zh: "q：请输入编号、手机号或 ID；已结束的任务需按其查询",
    status: 400,
  },
  ErrorLogHandled: { code: 1001002001, en: "The error log row has been handled", zh: "API 错误日志已处理" },
});

export const alertErrors = defineErrors("alert", {
  AlertRuleNotFound: { code: 1001008010, en: "Alert rule {id} does not exist", zh: "告警规则 {id} 不存在" },
  TooManyAlertRules: { code: 1001008011, en: "There are {most} alert rules already", zh: "告警规则已达 {most} 条上限" },
  AlertNotFound: { code: 1001008012, en: "Alert {id} does not exist", zh: "告警 {id} 不存在" },
});
