/** Tencent Cloud SMS, API 3.0: the action SendSms of version 2021-01-11. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Faults } from "../faults.js";
import type { SmsKeys } from "../keyTypes.js";
import { headerOf, type Provider, type ProviderAnswer, type ProviderCall } from "../provider.js";
import type { SmsInbox } from "./inbox.js";
import { Scene } from "./scene.codes.js";
import { checkTc3, SmsRefusal } from "./tc3.js";

const SERVICE = "sms";
const VERSION = "2021-01-11";
const REGIONS = ["ap-beijing", "ap-guangzhou", "ap-nanjing"];

const SendSmsBody = z.object({
  PhoneNumberSet: z.array(z.string()).min(1).max(200),
  SmsSdkAppId: z.string(),
  SignName: z.string().optional(),
  TemplateId: z.string(),
  TemplateParamSet: z.array(z.string()).optional(),
  SessionContext: z.string().max(512).optional(),
});
type SendSmsBody = z.infer<typeof SendSmsBody>;

interface SendStatus {
  SerialNo: string;
  PhoneNumber: string;
  Fee: number;
  SessionContext: string;
  Code: string;
  Message: string;
  IsoCode: string;
}

/** Approved templates by scene; {1} is the code, {2} its lifetime in minutes. The notices have none, and {1} is the minute. */
const TEMPLATES: Record<Scene, string> = {
  [Scene.signIn]: "{1}为您的登录验证码，请于{2}分钟内填写。如非本人操作，请忽略本短信。",
  [Scene.newMobile]: "{1}为您更换手机号的验证码，请于{2}分钟内填写。如非本人操作，请忽略本短信。",
  [Scene.newPassword]: "{1}为您修改密码的验证码，请于{2}分钟内填写。如非本人操作，请尽快检查账号安全。",
  [Scene.forgottenPassword]: "{1}为您找回密码的验证码，请于{2}分钟内填写。如非本人操作，请尽快检查账号安全。",
  [Scene.mobileChanged]: "您的账号已于{1}更换手机号，本号码不再用于登录。如非本人操作，请立即联系客服。",
  [Scene.accountsMerged]: "您的另一账号已于{1}合并到本手机号的账号，资产均已转入。如非本人操作，请立即联系客服。",
};

/** The template of the notice that a mobile was replaced: the number after those of the codes. */
export const mobileChangedTemplate = ({ templates }: SmsKeys): string => String(Number(templates.resetPassword) + 1);

/** And of the one that accounts were merged: the number after that. */
export const accountsMergedTemplate = ({ templates }: SmsKeys): string => String(Number(templates.resetPassword) + 2);

export function makeSms(keys: SmsKeys, inbox: SmsInbox, faults: Faults): Provider {
  const { login, updateMobile, updatePassword, resetPassword } = keys.templates;
  const sceneOf = new Map<string, Scene>([
    [login, Scene.signIn],
    [updateMobile, Scene.newMobile],
    [updatePassword, Scene.newPassword],
    [resetPassword, Scene.forgottenPassword],
    [mobileChangedTemplate(keys), Scene.mobileChanged],
    [accountsMergedTemplate(keys), Scene.accountsMerged],
  ]);

  function send(body: SendSmsBody, phone: string, at: number): SendStatus {
    const status = (Code: string, Message: string): SendStatus => {
      const sent = Code === "Ok";
      return {
        SerialNo: sent ? `2640:${randomUUID().replaceAll("-", "").slice(0, 20)}` : "",
        PhoneNumber: phone,
        Fee: sent ? 1 : 0,
        SessionContext: body.SessionContext ?? "",
        Code,
        Message,
        IsoCode: sent ? "CN" : "",
      };
    };
    const mobile = /^(?:\+?86)?(1\d{10})$/.exec(phone)?.[1];
    const scene = sceneOf.get(body.TemplateId);
    const template = scene && TEMPLATES[scene];
    const parameters = body.TemplateParamSet ?? [];
    const wanted = new Set(template?.match(/\{\d+\}/g)).size;

    if (!mobile) return status("InvalidParameterValue.IncorrectPhoneNumber", "incorrect phone number");
    if (body.SmsSdkAppId !== keys.sdkAppId) {
      return status("InvalidParameterValue.SdkAppIdNotExist", "sdkappid not exist");
    }
    if (body.SignName !== keys.signName) {
      return status("FailedOperation.SignatureIncorrectOrUnapproved", "signature is incorrect or unapproved");
    }
    if (scene === undefined || template === undefined || parameters.length !== wanted) {
      return status(
        "FailedOperation.TemplateIncorrectOrUnapproved",
        "template is not approved or request content does not match the approved template content",
      );
    }
    if (faults.takeNoQuota(SERVICE, phone))
      return status("FailedOperation.InsufficientBalanceInSmsPackage", "insufficient balance in SMS package");
    const content = template.replace(/\{(\d+)\}/g, (_, place: string) => parameters[Number(place) - 1] ?? "");
    inbox.add({
      mobile,
      scene,
      code: scene === Scene.mobileChanged || scene === Scene.accountsMerged ? "" : (parameters[0] ?? ""),
      text: `【${keys.signName}】${content}`,
      sentAt: at,
    });
    return status("Ok", "send success");
  }

  function sendSms(call: ProviderCall): ProviderAnswer {
    if (call.method !== "POST") throw new SmsRefusal("UnsupportedProtocol", "Only POST with JSON is supported.");
    checkTc3(call, { ...keys, service: SERVICE });
    const action = headerOf(call, "x-tc-action");
    if (action !== "SendSms") throw new SmsRefusal("InvalidAction", `The action \`${action}\` is invalid.`);
    if (headerOf(call, "x-tc-version") !== VERSION) {
      throw new SmsRefusal("NoSuchVersion", `The API version of \`${action}\` does not exist.`);
    }
    const region = headerOf(call, "x-tc-region");
    if (region === undefined) {
      throw new SmsRefusal("MissingParameter", "The request is missing a required parameter `Region`.");
    }
    if (!REGIONS.includes(region))
      throw new SmsRefusal("UnsupportedRegion", `The region \`${region}\` is not supported.`);
    const body = parseBody(call.body);
    return answer({ SendStatusSet: body.PhoneNumberSet.map((phone) => send(body, phone, call.at)) });
  }

  return {
    name: SERVICE,
    answer: (call) => {
      try {
        return sendSms(call);
      } catch (error) {
        if (error instanceof SmsRefusal) return refusal(error.code, error.message);
        throw error;
      }
    },
    failure: () => ({ ...refusal("InternalError", "An internal error has occurred."), status: 500 }),
    wronglySigned: () =>
      refusal(
        "AuthFailure.SignatureFailure",
        "The provided credentials could not be validated. Please check your signature is correct.",
      ),
  };
}

function parseBody(bytes: Buffer): SendSmsBody {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new SmsRefusal("InvalidParameter", "The request body is not JSON.");
  }
  const parsed = SendSmsBody.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.path.join(".") ?? "";
  throw new SmsRefusal("InvalidParameter", `The parameter \`${name}\` is not valid: ${issue?.message}`);
}

/** The provider sends refusals with HTTP 200 as well: only the body shows them. */
function answer(response: Record<string, unknown>): ProviderAnswer {
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ Response: { ...response, RequestId: randomUUID() } }),
  };
}

const refusal = (Code: string, Message: string): ProviderAnswer => answer({ Error: { Code, Message } });
