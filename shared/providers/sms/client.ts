import { z } from "zod";
import { callTencentApi } from "#shared/providers/tencentApi/callTencentApi.js";
import { config } from "#shared/kernel/config/config.js";
import type { SmsMessage, SmsOutcome, SmsSender, SmsTemplate } from "./port.js";

/** Tencent Cloud SMS, action SendSms of version 2021-01-11. */
const ACTION = "SendSms";
const VERSION = "2021-01-11";
const REGION = "ap-guangzhou";

/** One status per number; we send to one number. */
const Answer = z.object({
  SendStatusSet: z.array(z.object({ SerialNo: z.string(), Code: z.string(), Message: z.string() })).min(1),
});

const templateIds = (): Record<SmsTemplate, string> => ({
  login: config.SMS_TEMPLATE_LOGIN,
  updateMobile: config.SMS_TEMPLATE_UPDATE_MOBILE,
  updatePassword: config.SMS_TEMPLATE_UPDATE_PASSWORD,
  resetPassword: config.SMS_TEMPLATE_RESET_PASSWORD,
  mobileChanged: config.SMS_TEMPLATE_MOBILE_CHANGED,
  accountsMerged: config.SMS_TEMPLATE_ACCOUNTS_MERGED,
});

export const tencentSms: SmsSender = {
  async send(message) {
    const response = await callSendSms(message);
    if ("Error" in response) return refusal(response.Error.Code, response.Error.Message);
    const status = response.SendStatusSet[0]!;
    return status.Code === "Ok" ? { serialNo: status.SerialNo } : refusal(status.Code, status.Message);
  },
};

const callSendSms = ({ mobile, template, parameters }: SmsMessage) =>
  callTencentApi(
    {
      service: "sms",
      baseUrl: config.SMS_BASE_URL,
      version: VERSION,
      region: REGION,
      secretId: config.SMS_SECRET_ID,
      secretKey: config.SMS_SECRET_KEY,
    },
    {
      action: ACTION,
      payload: {
        PhoneNumberSet: [`+86${mobile}`],
        SmsSdkAppId: config.SMS_SDK_APP_ID,
        SignName: config.SMS_SIGN_NAME,
        TemplateId: templateIds()[template],
        TemplateParamSet: parameters,
      },
      answer: Answer,
    },
  );

const finalCodes =
  /^(FailedOperation|InvalidParameter|InvalidParameterValue|MissingParameter|Unauthorized|Unsupported)/;
const dailyLimit = /^LimitExceeded\..*DailyLimit$/;
/** Faults of the provider itself, within an otherwise final kind. */
const passing = /^FailedOperation\.(RequestTimeException|MissingRequest)/;

/** Final for a wrong template, signature or number; rate limits, internal faults and keys being changed may pass. */
function refusal(code: string, message: string): SmsOutcome {
  const isFinal = (finalCodes.test(code) && !passing.test(code)) || dailyLimit.test(code);
  return { code, message, retry: !isFinal };
}
