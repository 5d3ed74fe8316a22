import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { longOf, Mobile, pageInput, pageOf } from "#api/http/fields.js";
import { sendTestSms, smsTemplateOf } from "#shared/domains/member/index.js";
import { config } from "#shared/kernel/config/config.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { SmsScene } from "#shared/domains/member/sms/smsScene.codes.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { pageOfRows } from "#shared/kernel/lists/pageOf.js";

const int = z.number().int();
/** The SMS provider. `status` 0: its keys are set, 1: they are missing. */
const ChannelView = z.object({
  id: int,
  code: z.string(),
  signature: z.string(),
  appId: z.string(),
  baseUrl: z.string(),
  status: int,
});

const isChannelReady = (): boolean =>
  [config.SMS_SECRET_ID, config.SMS_SECRET_KEY, config.SMS_SDK_APP_ID, config.SMS_SIGN_NAME].every(Boolean);

const allChannels = () => [
  {
    id: 1,
    code: "TENCENT",
    signature: config.SMS_SIGN_NAME,
    appId: config.SMS_SDK_APP_ID,
    baseUrl: config.SMS_BASE_URL,
    status: isChannelReady() ? EnabledStatus.enabled : EnabledStatus.disabled,
  },
];

const channels = endpoint({
  method: "get",
  path: "/admin-api/system/sms-channel/list",
  access: operator("system:sms-channel:query"),
  summary: "Lists the configured SMS channels",
  output: z.array(ChannelView),
  handle: allChannels,
});

const channelPage = endpoint({
  method: "get",
  path: "/admin-api/system/sms-channel/page",
  access: operator("system:sms-channel:query"),
  summary: "Lists the configured SMS channels by page",
  input: { query: pageInput({}) },
  output: pageOf(ChannelView),
  handle: ({ query }) => pageOfRows(allChannels(), query),
});

const scenes = Object.values(SmsScene);
/** A text that the service sends; the provider stores and approves its words. */
const TemplateView = z.object({
  /** The scene of its codes. */
  id: int,
  code: z.string(),
  name: z.string(),
  channelId: int,
  /** The provider's template id; "" when not configured. */
  apiTemplateId: z.string(),
  params: z.array(z.string()),
  /** 0: it can be sent, 1: its id or the channel's keys are missing. */
  status: int,
});

const names = {
  login: ["Sign in", "登录"],
  updateMobile: ["Change the mobile number", "修改手机号"],
  updatePassword: ["Change the password", "修改密码"],
  resetPassword: ["Forgotten password", "忘记密码"],
} as const;
const templateIds = () => ({
  login: config.SMS_TEMPLATE_LOGIN,
  updateMobile: config.SMS_TEMPLATE_UPDATE_MOBILE,
  updatePassword: config.SMS_TEMPLATE_UPDATE_PASSWORD,
  resetPassword: config.SMS_TEMPLATE_RESET_PASSWORD,
});

const allTemplates = () =>
  scenes.map((scene) => {
    const code = smsTemplateOf(scene);
    const apiTemplateId = templateIds()[code];
    return {
      id: scene,
      code,
      name: names[code][currentLanguage() === "zh" ? 1 : 0],
      channelId: 1,
      apiTemplateId,
      params: ["code", "minutes"],
      status: isChannelReady() && apiTemplateId !== "" ? EnabledStatus.enabled : EnabledStatus.disabled,
    };
  });

const templates = endpoint({
  method: "get",
  path: "/admin-api/system/sms-template/list",
  access: operator("system:sms-template:query"),
  summary: "Lists the SMS templates that the service sends",
  output: z.array(TemplateView),
  handle: allTemplates,
});

const templatePage = endpoint({
  method: "get",
  path: "/admin-api/system/sms-template/page",
  access: operator("system:sms-template:query"),
  summary: "Lists the SMS templates by page",
  input: { query: pageInput({}) },
  output: pageOf(TemplateView),
  handle: ({ query }) => pageOfRows(allTemplates(), query),
});

const send = endpoint({
  method: "post",
  path: "/admin-api/system/sms-template/send-sms",
  access: operator("system:sms-template:send-sms"),
  needs: "sms",
  summary:
    "Sends a test SMS with four digits that are no valid code and returns its row in the SMS log; at most 20 per day",
  input: { body: z.object({ mobile: Mobile, id: longOf(scenes) }) },
  output: int,
  handle: ({ body, actor }) => sendTestSms(actor.operatorId, body.mobile, body.id),
});

export const smsEndpoints = [channels, channelPage, templates, templatePage, send];
