import { defineErrors } from "#shared/platform/errors.js";

/** Refusals of what operators do with the service itself (domain-facts 6.2, 1001). */
export const operationsErrors = defineErrors("operations", {
  FileInUse: { code: 1001003004, en: "The file is in use: {what}", zh: "文件正在使用中：{what}" },
  ScheduledJobNotFound: { code: 1001001000, en: "There is no such recurring job", zh: "定时任务不存在" },
  ErrorLogNotFound: { code: 1001002000, en: "The error log row does not exist", zh: "API 错误日志不存在" },
  ErrorLogHandled: { code: 1001002001, en: "The error log row has been handled", zh: "API 错误日志已处理" },
});
