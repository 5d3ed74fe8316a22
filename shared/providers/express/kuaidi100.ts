import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/http.js";
import { isSame, jsonOf, md5, postForm, REST_MS, TO, tracksOf } from "./answers.js";
import { ExpressRefused, PushRefused, type ExpressTracker, type ParcelFound } from "./port.js";

/** kuaidi100: real-time query and subscription with push. Signatures are MD5 in upper-case hex, as it demands. */
const NOTHING_KNOWN = "500";
const SUBSCRIBED_BEFORE = "501";
/** Its own trouble, of a query and of a subscription; and a query that came at a busy moment. */
const QUERY_FAULT = "501";
const SUBSCRIPTION_FAULT = "500";
const BUSY = "502";
/** Signed for, and its finer kinds. 4, 14 and 401 are parcels on their way back: nobody has the goods. */
const SIGNED: ReadonlySet<string> = new Set(["3", "301", "302", "303", "304"]);

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
  provider: "kuaidi100",

  isConfigured: () => config.KUAIDI100_CUSTOMER !== "" && config.KUAIDI100_KEY !== "",

  codeOf: (company) => company,

  async query({ company, logisticsNo, phone }) {
    const param = JSON.stringify({ com: company, num: logisticsNo, phone, resultv2: "1" });
    const customer = config.KUAIDI100_CUSTOMER;
    const sign = md5Upper(param + config.KUAIDI100_KEY + customer);
    const said = await postForm(`${config.KUAIDI100_BASE_URL}/poll/query.do`, { customer, sign, param });
    const answer = QueryAnswer.safeParse(said);
    if (!answer.success) throw new OutboundFailed(TO, "a query's answer of another form");
    if (!("result" in answer.data)) return found(answer.data);
    const { returnCode, message } = answer.data;
    if (returnCode === NOTHING_KNOWN) return { tracks: [], isSigned: false };
    if (returnCode === BUSY) throw new TooManyCalls(TO, REST_MS);
    if (returnCode === QUERY_FAULT) throw new OutboundFailed(TO, "a fault on their side");
    throw new ExpressRefused(returnCode, message);
  },

  async subscribe({ company, logisticsNo, phone }, callbackurl) {
    const parameters = { callbackurl, salt: config.KUAIDI100_SALT, resultv2: "1", phone };
    const param = JSON.stringify({ company, number: logisticsNo, key: config.KUAIDI100_KEY, parameters });
    const said = await postForm(`${config.KUAIDI100_BASE_URL}/poll`, { schema: "json", param });
    const answer = SubscribeAnswer.safeParse(said);
    if (!answer.success) throw new OutboundFailed(TO, "a subscription's answer of another form");
    if (!("returnCode" in answer.data)) return;
    const { returnCode, message } = answer.data;
    if (returnCode === SUBSCRIBED_BEFORE) return;
    if (returnCode === SUBSCRIPTION_FAULT) throw new OutboundFailed(TO, "a fault on their side");
    throw new ExpressRefused(returnCode, message);
  },

  isPushForm: (form) => form.has("param"),

  verifyPush(form) {
    const sign = form.get("sign");
    const param = form.get("param");
    if (!sign || !param) throw new PushRefused("sign or param is missing");
    if (config.KUAIDI100_SALT === "" || !isSame(sign, md5Upper(param + config.KUAIDI100_SALT)))
      throw new PushRefused("the signature does not hold");
    return param;
  },

  openPush(signed) {
    const push = Push.safeParse(jsonOf(signed));
    if (!push.success) throw new PushRefused("a push of another form");
    const { lastResult: last, status } = push.data;
    return [
      {
        company: last?.com ?? "",
        logisticsNo: last?.nu ?? "",
        isAborted: status === "abort",
        ...(last ? found(last) : { tracks: [], isSigned: false }),
      },
    ];
  },

  pushAnswer: (isTaken) =>
    isTaken
      ? { result: true, returnCode: "200", message: "成功" }
      : { result: false, returnCode: "401", message: "验签失败" },
};

function found({ state, ischeck, data }: z.output<typeof Result>): ParcelFound {
  return {
    tracks: tracksOf((data ?? []).map(({ context, time, ftime }) => ({ content: context, time: ftime || time || "" }))),
    isSigned: state === undefined ? ischeck === "1" : SIGNED.has(state),
  };
}

const md5Upper = (text: string): string => md5(text).toUpperCase();
