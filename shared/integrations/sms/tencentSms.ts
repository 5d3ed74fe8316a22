import { z } from "zod";
import { seconds } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { callOutside, OutboundFailed } from "#shared/platform/http.js";
import type { SmsMessage, SmsOutcome, SmsSender, SmsTemplate } from "./port.js";
import { TC3_CONTENT_TYPE, tc3Authorization } from "./tc3.js";

/** Tencent Cloud SMS, action SendSms of version 2021-01-11. */
const ACTION = "SendSms";
const VERSION = "2021-01-11";
const REGION = "ap-guangzhou";

/** The platform answers refusals with HTTP 200 as well: of the whole call in Error, of one number in its status. */
const Answer = z.object({
  Response: z.union([
    z.object({ Error: z.object({ Code: z.string(), Message: z.string() }) }),
    z.object({
      SendStatusSet: z.array(z.object({ SerialNo: z.string(), Code: z.string(), Message: z.string() })).min(1),
    }),
  ]),
});

const templateIds = (): Record<SmsTemplate, string> => ({
  login: config.SMS_TEMPLATE_LOGIN,
  updateMobile: config.SMS_TEMPLATE_UPDATE_MOBILE,
  updatePassword: config.SMS_TEMPLATE_UPDATE_PASSWORD,
  resetPassword: config.SMS_TEMPLATE_RESET_PASSWORD,
});

export const tencentSms: SmsSender = {
  async send(message) {
    const response = await callSendSms(message);
    if ("Error" in response) return refusal(response.Error.Code, response.Error.Message);
    const status = response.SendStatusSet[0]!;
    return status.Code === "Ok" ? { serialNo: status.SerialNo } : refusal(status.Code, status.Message);
  },
};

async function callSendSms({ mobile, template, parameters }: SmsMessage) {
  const payload = JSON.stringify({
    PhoneNumberSet: [`+86${mobile}`],
    SmsSdkAppId: config.SMS_SDK_APP_ID,
    SignName: config.SMS_SIGN_NAME,
    TemplateId: templateIds()[template],
    TemplateParamSet: parameters,
  });
  // The platform's clock judges the signature, so the real time counts, not the shop's clock.
  const timestamp = Math.floor(Date.now() / 1_000);
  const authorization = tc3Authorization({
    service: "sms",
    host: new URL(config.SMS_BASE_URL).host,
    action: ACTION,
    payload,
    timestamp,
    secretId: config.SMS_SECRET_ID,
    secretKey: config.SMS_SECRET_KEY,
  });
  const answer = await callOutside({
    to: "sms",
    method: "POST",
    url: `${config.SMS_BASE_URL}/`,
    headers: {
      "content-type": TC3_CONTENT_TYPE,
      authorization,
      "x-tc-action": ACTION,
      "x-tc-version": VERSION,
      "x-tc-region": REGION,
      "x-tc-timestamp": String(timestamp),
    },
    body: payload,
    timeoutMs: seconds(5),
    maxBytes: 65_536,
  });
  const parsed = Answer.safeParse(jsonOf(answer.body));
  if (!parsed.success) throw new OutboundFailed("sms", `HTTP ${answer.status} with an answer of another form`);
  return parsed.data.Response;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

const finalCodes =
  /^(FailedOperation|InvalidParameter|InvalidParameterValue|MissingParameter|Unauthorized|Unsupported)/;
const dailyLimit = /^LimitExceeded\..*DailyLimit$/;
/** Of an else final kind, but the platform's own trouble. */
const passing = /^FailedOperation\.(RequestTimeException|MissingRequest)/;

/** What a wrong template, signature or number meets is final; limits of rate, inner faults and keys being changed pass. */
function refusal(code: string, message: string): SmsOutcome {
  const isFinal = (finalCodes.test(code) && !passing.test(code)) || dailyLimit.test(code);
  return { code, message, retry: !isFinal };
}
