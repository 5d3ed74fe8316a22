import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { withoutExtension } from "#shared/kernel/request/phones.js";
import { kdniaoCode } from "./companies.js";
import { found, kdniaoPush, No, signOf, Text, Traces, Yes } from "./verifier.js";
import { ExpressRefused, type ExpressClient, type ParcelName } from "../port.js";
import { postForm, TO } from "../postForm.js";

/**
 * kdniao: instant query (RequestType 1002, or 8001 for paying customers), subscription (1008) and its push, whose address
 * is set in its console: {PUBLIC_URL}/callback/express. It accepts a repeated subscription without a special code.
 */
const SUBSCRIBE = "1008";
const DATA_IS_JSON = "2";
/** This company requires the last four digits of the receiver's phone. */
const NEEDS_PHONE = "SF";

const Refusal = z.object({ Success: No, ResultCode: Text.default(""), Reason: z.string().nullish() });
const QueryAnswer = z.union([
  Refusal,
  z.object({ Success: Yes, State: Text.nullish(), StateEx: Text.nullish(), Traces }),
]);
const SubscribeAnswer = z.union([Refusal, z.object({ Success: Yes })]);

export const kdniao: ExpressClient = {
  provider: kdniaoPush.provider,
  isConfigured: kdniaoPush.isConfigured,

  async query(parcel) {
    const reply = await post("/Ebusiness/EbusinessOrderHandle.aspx", config.KDNIAO_REQUEST_TYPE, named(parcel));
    const answer = QueryAnswer.safeParse(reply);
    if (!answer.success) throw new OutboundFailed(TO, "a query's answer of another form");
    if (!("ResultCode" in answer.data)) return found(answer.data);
    // A refusal without a reason means that nothing is known yet.
    if (!answer.data.Reason) return { tracks: [], isSigned: false, isReturning: false };
    throw refusalOf(answer.data);
  },

  async subscribe(parcel) {
    const answer = SubscribeAnswer.safeParse(await post("/api/dist", SUBSCRIBE, named(parcel)));
    if (!answer.success) throw new OutboundFailed(TO, "a subscription's answer of another form");
    if ("ResultCode" in answer.data) throw refusalOf(answer.data);
  },
};

function named({ company, logisticsNo, phone }: ParcelName): object {
  const code = kdniaoCode(company);
  return {
    OrderCode: "",
    ShipperCode: code,
    LogisticCode: logisticsNo,
    ...(code === NEEDS_PHONE && phone !== "" ? { CustomerName: withoutExtension(phone).slice(-4) } : {}),
  };
}

async function post(path: string, requestType: string, request: object): Promise<unknown> {
  const data = JSON.stringify(request);
  return postForm(config.KDNIAO_BASE_URL + path, {
    RequestData: data,
    EBusinessID: config.KDNIAO_BUSINESS_ID,
    RequestType: requestType,
    DataSign: signOf(data),
    DataType: DATA_IS_JSON,
  });
}

const refusalOf = ({ ResultCode, Reason }: z.output<typeof Refusal>): ExpressRefused =>
  new ExpressRefused(ResultCode, Reason ?? "");
