import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { found, FoundResult, kuaidi100Push, md5Upper } from "./verifier.js";
import { ExpressRefused, type ExpressClient } from "../port.js";
import { postForm, REST_MS, TO } from "../postForm.js";

/** kuaidi100: real-time query and subscription with push. */
const NOTHING_KNOWN = "500";
const SUBSCRIBED_BEFORE = "501";
/** Faults on its side in a query and in a subscription, and an overload in a query. */
const QUERY_FAULT = "501";
const SUBSCRIPTION_FAULT = "500";
const BUSY = "502";

const Refusal = z.object({
  result: z.union([z.literal(false), z.literal("false")]),
  returnCode: z.union([z.string(), z.number()]).transform(String).default(""),
  message: z.string().default(""),
});
const QueryAnswer = z.union([Refusal, FoundResult]);
const SubscribeAnswer = z.union([Refusal, z.object({ result: z.union([z.literal(true), z.literal("true")]) })]);

export const kuaidi100: ExpressClient = {
  provider: kuaidi100Push.provider,
  isConfigured: kuaidi100Push.isConfigured,

  async query({ company, logisticsNo, phone }) {
    const param = JSON.stringify({ com: company, num: logisticsNo, phone, resultv2: "1" });
    const customer = config.KUAIDI100_CUSTOMER;
    const sign = md5Upper(param + config.KUAIDI100_KEY + customer);
    const reply = await postForm(`${config.KUAIDI100_BASE_URL}/poll/query.do`, { customer, sign, param });
    const answer = QueryAnswer.safeParse(reply);
    if (!answer.success) throw new OutboundFailed(TO, "a query's answer of another form");
    if (!("result" in answer.data)) return found(answer.data);
    const { returnCode, message } = answer.data;
    if (returnCode === NOTHING_KNOWN) return { tracks: [], isSigned: false, isReturning: false };
    if (returnCode === BUSY) throw new TooManyCalls(TO, REST_MS);
    if (returnCode === QUERY_FAULT) throw new OutboundFailed(TO, "a fault on their side");
    throw new ExpressRefused(returnCode, message);
  },

  async subscribe({ company, logisticsNo, phone }, callbackurl) {
    const parameters = { callbackurl, salt: config.KUAIDI100_SALT, resultv2: "1", phone };
    const param = JSON.stringify({ company, number: logisticsNo, key: config.KUAIDI100_KEY, parameters });
    const reply = await postForm(`${config.KUAIDI100_BASE_URL}/poll`, { schema: "json", param });
    const answer = SubscribeAnswer.safeParse(reply);
    if (!answer.success) throw new OutboundFailed(TO, "a subscription's answer of another form");
    if (!("returnCode" in answer.data)) return;
    const { returnCode, message } = answer.data;
    if (returnCode === SUBSCRIBED_BEFORE) return;
    if (returnCode === SUBSCRIPTION_FAULT) throw new OutboundFailed(TO, "a fault on their side");
    throw new ExpressRefused(returnCode, message);
  },
};
