import {
  kickOut,
  deliverSmsCode,
  deliverMergeNotice,
  deliverMobileChangeNotice,
} from "#shared/domains/member/index.js";
import { expireQrSignInsJob } from "#shared/domains/member/qrSignIn/qrSignIn.jobs.js";
import { askCaptchaProvider, expireQrSignIns } from "#shared/domains/member/worker.js";
import {
  kickOutJob,
  verifyCaptchaJob,
  sendMergeNotice,
  sendSms,
  sendMobileChangeNotice,
} from "#shared/domains/member/member.jobs.js";
import { siteverify } from "#shared/providers/captcha/client.js";
import { tencentIm } from "#shared/providers/chat/client.js";
import { tencentSms } from "#shared/providers/sms/client.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(expireQrSignInsJob, () => expireQrSignIns()),
  processor(kickOutJob, (ended) => kickOut(ended, tencentIm)),
  processor(verifyCaptchaJob, (answer) => askCaptchaProvider(answer, siteverify)),
  processor(sendSms, (message) => deliverSmsCode(message, tencentSms)),
  processor(sendMobileChangeNotice, (notice) => deliverMobileChangeNotice(notice, tencentSms)),
  processor(sendMergeNotice, (notice) => deliverMergeNotice(notice, tencentSms)),
] satisfies Processor[];
