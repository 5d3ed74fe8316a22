import { createHash, timingSafeEqual } from "node:crypto";
import { DateTime } from "luxon";
import { z } from "zod";
import { seconds } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { callOutside, OutboundFailed } from "#shared/platform/http.js";
import { ExpressRefused, PushRefused, type ExpressTracker, type ParcelFound, type ParcelTrack } from "./port.js";

/** kuaidi100: real-time query and subscription with push. Signatures are MD5 in upper-case hex, as it demands. */
const TO = "express";
const MAX_TRACKS = 500;
const NOTHING_KNOWN = "500";
const SUBSCRIBED_BEFORE = "501";
const SIGNED = "3";

const Track = z.object({ context: z.string(), time: z.string().optional(), ftime: z.string().optional() });
const Flag = z.union([z.string(), z.number()]).transform(String).optional();
const Result = z.object({
  state: Flag,
  ischeck: Flag,
  com: z.string().optional(),
  nu: z.string().optional(),
  data: z.array(Track).nullish(),
});
const Refusal = z.object({
  result: z.union([z.literal(false), z.literal("false")]),
  returnCode: z.union([z.string(), z.number()]).transform(String).default(""),
  message: z.string().default(""),
});
const QueryAnswer = z.union([Refusal, Result.extend({ data: z.array(Track) })]);
const SubscribeAnswer = z.union([Refusal, z.object({ result: z.union([z.literal(true), z.literal("true")]) })]);
const Push = z.object({ status: z.string(), message: z.string().nullish(), lastResult: Result.nullish() });

export const kuaidi100: ExpressTracker = {
  isConfigured: () => config.KUAIDI100_CUSTOMER !== "" && config.KUAIDI100_KEY !== "",

  async query({ company, logisticsNo, phone }) {
    const param = JSON.stringify({ com: company, num: logisticsNo, phone, resultv2: "1" });
    const customer = config.KUAIDI100_CUSTOMER;
    const sign = md5Upper(param + config.KUAIDI100_KEY + customer);
    const answer = QueryAnswer.safeParse(await post("/poll/query.do", { customer, sign, param }));
    if (!answer.success) throw new OutboundFailed(TO, "a query's answer of another form");
    if (!("result" in answer.data)) return found(answer.data);
    if (answer.data.returnCode === NOTHING_KNOWN) return { tracks: [], isSigned: false };
    throw new ExpressRefused(answer.data.returnCode, answer.data.message);
  },

  async subscribe({ company, logisticsNo, phone }, callbackurl) {
    const parameters = { callbackurl, salt: config.KUAIDI100_SALT, resultv2: "1", phone };
    const param = JSON.stringify({ company, number: logisticsNo, key: config.KUAIDI100_KEY, parameters });
    const answer = SubscribeAnswer.safeParse(await post("/poll", { schema: "json", param }));
    if (!answer.success) throw new OutboundFailed(TO, "a subscription's answer of another form");
    if (!("returnCode" in answer.data) || answer.data.returnCode === SUBSCRIBED_BEFORE) return;
    throw new ExpressRefused(answer.data.returnCode, answer.data.message);
  },

  verifyPush(rawBody) {
    const form = new URLSearchParams(rawBody.toString("utf8"));
    const sign = form.get("sign");
    const param = form.get("param");
    if (!sign || !param) throw new PushRefused("sign or param is missing");
    if (config.KUAIDI100_SALT === "" || !same(sign, md5Upper(param + config.KUAIDI100_SALT)))
      throw new PushRefused("the signature does not hold");
    return param;
  },

  openPush(signed) {
    const push = Push.safeParse(jsonOf(signed));
    const last = push.success ? push.data.lastResult : undefined;
    if (!push.success) throw new PushRefused("a push of another form");
    return {
      company: last?.com ?? "",
      logisticsNo: last?.nu ?? "",
      isAborted: push.data.status === "abort",
      ...(last ? found(last) : { tracks: [], isSigned: false }),
    };
  },
};

/** A refusal comes with HTTP 200 as well; any other status is no answer. */
async function post(path: string, form: Record<string, string>): Promise<unknown> {
  const answer = await callOutside({
    to: TO,
    method: "POST",
    url: config.KUAIDI100_BASE_URL + path,
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    body: new URLSearchParams(form).toString(),
    timeoutMs: seconds(5),
    maxBytes: 262_144,
  });
  if (answer.status < 200 || answer.status > 299) throw new OutboundFailed(TO, `HTTP ${answer.status}`);
  return jsonOf(answer.body.toString("utf8"));
}

function found({ state, ischeck, data }: z.output<typeof Result>): ParcelFound {
  const tracks = (data ?? []).slice(0, MAX_TRACKS).flatMap(trackOf);
  return { tracks, isSigned: state === SIGNED || ischeck === "1" };
}

/** Times are the clock of Shanghai, without a zone; a line without a readable one is left out. */
function trackOf({ context, time, ftime }: z.output<typeof Track>): ParcelTrack[] {
  const moment = DateTime.fromFormat(ftime || time || "", "yyyy-MM-dd HH:mm:ss", { zone: "Asia/Shanghai" });
  const content = context.trim();
  return moment.isValid && content !== "" ? [{ at: moment.toJSDate(), content }] : [];
}

export const md5Upper = (text: string): string => createHash("md5").update(text).digest("hex").toUpperCase();

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
