import { defineErrors } from "#shared/kernel/request/errors.js";

export const trialErrors = defineErrors("trial", {
  SandboxAway: {
    code: 1001011000,
    en: "The sandbox does not answer: is it running?",
    zh: "沙箱未响应：请确认其已启动",
  },
  NoWorkerHere: {
    code: 1001011001,
    en: "No worker process reports from this machine, so none can be killed",
    zh: "本机没有上报的工作进程，无法终止",
  },
});
