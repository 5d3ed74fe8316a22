import { DateTime } from "luxon";
import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed } from "#shared/kernel/http/http.js";
import { isSame, jsonOf, md5, postForm, TO, tracksOf } from "./answers.js";
import { kdniaoCode } from "./kdniaoCompanies.js";
import { ExpressRefused, PushRefused, type ExpressTracker, type ParcelName } from "./port.js";

/**
 * kdniao: instant query (RequestType 1002, or 8001 for who pays), subscription (1008) and its push. Where it pushes to is
 * set up in its console: {PUBLIC_URL}/callback/express. It knows no "subscribed before": a second one is taken as well.
 */
const SUBSCRIBE = "1008";
const DATA_IS_JSON = "2";
/** 0 nothing known, 1 picked up, 2 under way, 3 signed for, 4 problem, 5 forwarded, 6 customs. */
const SIGNED = "3";
/** This company's parcels are told to who knows the last four digits of the receiver's phone. */
const NEEDS_PHONE = "SF";

const Text = z.union([z.string(), z.number()]).transform(String);
const Yes = z.union([z.literal(true), z.literal("true")]);
const No = z.union([z.literal(false), z.literal("false")]);
const Traces = z.array(z.object({ AcceptTime: z.string(), AcceptStation: z.string() })).nullish();

const Refusal = z.object({ Success: No, ResultCode: Text.default(""), Reason: z.string().nullish() });
const QueryAnswer = z.union([Refusal, z.object({ Success: Yes, State: Text.nullish(), Traces })]);
const SubscribeAnswer = z.union([Refusal, z.object({ Success: Yes })]);
const Push = z.object({
  EBusinessID: Text,
  Data: z.array(
    z.object({
      ShipperCode: z.string(),
      LogisticCode: z.string(),
      Success: z.union([Yes, No]),
      State: Text.nullish(),
      Traces,
    }),
  ),
});

export const kdniao: ExpressTracker = {
  provider: "kdniao",

  isConfigured: () => config.KDNIAO_BUSINESS_ID !== "" && config.KDNIAO_API_KEY !== "",

  codeOf: kdniaoCode,

  async query(parcel) {
    const said = await post("/Ebusiness/EbusinessOrderHandle.aspx", config.KDNIAO_REQUEST_TYPE, named(parcel));
    const answer = QueryAnswer.safeParse(said);
    if (!answer.success) throw new OutboundFailed(TO, "a query's answer of another form");
    if (!("ResultCode" in answer.data)) return found(answer.data);
    // A no without a reason is its way to say that nothing is known yet.
    if (!answer.data.Reason) return { tracks: [], isSigned: false };
    throw refusalOf(answer.data);
  },

  async subscribe(parcel) {
    const answer = SubscribeAnswer.safeParse(await post("/api/dist", SUBSCRIBE, named(parcel)));
    if (!answer.success) throw new OutboundFailed(TO, "a subscription's answer of another form");
    if ("ResultCode" in answer.data) throw refusalOf(answer.data);
  },

  isPushForm: (form) => form.has("RequestData"),

  verifyPush(form) {
    const data = form.get("RequestData");
    const sign = form.get("DataSign");
    if (!data || !sign) throw new PushRefused("RequestData or DataSign is missing");
    // Some of its senders escape the sign once more than the form does.
    const given = sign.includes("%") ? decoded(sign) : sign;
    if (config.KDNIAO_API_KEY === "" || !isSame(given, signOf(data)))
      throw new PushRefused("the signature does not hold");
    return data;
  },

  openPush(signed) {
    const push = Push.safeParse(jsonOf(signed));
    if (!push.success) throw new PushRefused("a push of another form");
    if (push.data.EBusinessID !== config.KDNIAO_BUSINESS_ID) throw new PushRefused("a push for another account");
    return push.data.Data.map(({ ShipperCode, LogisticCode, Success, State, Traces: lines }) => ({
      company: ShipperCode,
      logisticsNo: LogisticCode,
      // It found nothing for too long, and looks no more.
      isAborted: Success === false || Success === "false",
      ...found({ State, Traces: lines }),
    }));
  },

  pushAnswer: (isTaken) => ({
    EBusinessID: config.KDNIAO_BUSINESS_ID,
    UpdateTime: DateTime.now().setZone("Asia/Shanghai").toFormat("yyyy-MM-dd HH:mm:ss"),
    Success: isTaken,
    Reason: isTaken ? "" : "验签失败",
  }),
};

function named({ company, logisticsNo, phone }: ParcelName): object {
  const code = kdniaoCode(company);
  return {
    OrderCode: "",
    ShipperCode: code,
    LogisticCode: logisticsNo,
    ...(code === NEEDS_PHONE && phone !== "" ? { CustomerName: phone.slice(-4) } : {}),
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

/** Base64 over the hex digits, not over the bytes. The URL encoding that the platform demands is the form's own. */
const signOf = (data: string): string => Buffer.from(md5(data + config.KDNIAO_API_KEY)).toString("base64");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function found({ State, Traces: lines }: { State?: string | null | undefined; Traces?: z.output<typeof Traces> }) {
  // The oldest stands first: of the same second, the later line is the newer one.
  const newestFirst = (lines ?? []).toReversed();
  const tracks = tracksOf(newestFirst.map((line) => ({ time: line.AcceptTime, content: line.AcceptStation })));
  return { tracks, isSigned: State === SIGNED };
}

const refusalOf = ({ ResultCode, Reason }: z.output<typeof Refusal>): ExpressRefused =>
  new ExpressRefused(ResultCode, Reason ?? "");
