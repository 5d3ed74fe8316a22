import { z } from "zod";
import { pageSmsLog, type SmsCodeDoc } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { DateRange, longOf, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { SmsLogScene } from "#shared/domains/member/sms/smsScene.codes.js";
import { SmsStatus } from "#shared/domains/member/sms/smsCode.states.js";

const SmsLogPageQuery = pageInput({
  mobile: optional(z.string().regex(/^\d{1,11}$/, "must be digits of a mobile number")),
  scene: optional(longOf(Object.values(SmsLogScene))),
  sendStatus: optional(longOf(Object.values(SmsStatus))),
  createTime: DateRange,
});

/** The delivery of an SMS: a code (scenes 1 to 4), which is not shown, or the notice of a new mobile (5). */
const SmsLogView = z.object({
  id: Id,
  mobile: z.string(),
  scene: z.number().int(),
  /** 0 waiting, 10 sending, 20 sent, 30 refused by the provider, 40 abandoned, 50 sent to nobody. */
  sendStatus: z.number().int(),
  /** The provider's id of the message, and the code of its last refusal. */
  serialNo: z.string(),
  refusal: z.string(),
  used: z.boolean(),
  usedTime: Time.nullable(),
  createIp: z.string(),
  createTime: Time,
});

const smsLog = (row: SmsCodeDoc): z.input<typeof SmsLogView> => ({
  id: row._id,
  mobile: row.mobile,
  scene: row.scene,
  sendStatus: row.status,
  serialNo: row.serialNo,
  refusal: row.refusal,
  used: row.usedAt !== null,
  usedTime: row.usedAt?.getTime() ?? null,
  createIp: row.createIp,
  createTime: row.createdAt.getTime(),
});

const page = endpoint({
  method: "get",
  path: "/admin-api/system/sms-log/page",
  access: operator("system:sms-log:query"),
  summary: "Lists the SMS codes of the last 30 days with the outcome of their messages, newest first",
  input: { query: SmsLogPageQuery },
  output: pageOf(SmsLogView),
  handle: ({ query: { mobile, scene, sendStatus, createTime, ...paging } }) =>
    pageSmsLog({ mobile, scene, status: sendStatus, between: createTime }, paging),
  view: ({ list, total }) => ({ list: list.map(smsLog), total }),
});

export const smsLogEndpoints = [page];
