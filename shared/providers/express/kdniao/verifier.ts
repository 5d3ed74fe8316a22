import { DateTime } from "luxon";
import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { parseJson, percentDecoded } from "#shared/kernel/http/decoding.js";
import { md5, safeEqual } from "#shared/kernel/security/digests.js";
import { tracksOf } from "../tracks.js";
import { kdniaoCode } from "./companies.js";
import { PushRefused, type PushVerifier } from "../port.js";

/** 0 nothing known, 1 picked up, 2 under way, 3 signed for, 4 problem, 5 forwarded, 6 customs. */
const SIGNED = "3";
/**
 * Kinds of problem, which paying customers are told: refused, signed for by its sender, not taken back yet, stopped on
 * its way. Nobody received such a parcel.
 */
const RETURNING: ReadonlySet<string> = new Set(["404", "406", "407", "413"]);

export const Text = z.union([z.string(), z.number()]).transform(String);
export const Yes = z.union([z.literal(true), z.literal("true")]);
export const No = z.union([z.literal(false), z.literal("false")]);
export const Traces = z.array(z.object({ AcceptTime: z.string(), AcceptStation: z.string() })).nullish();

const Push = z.object({
  EBusinessID: Text,
  Data: z.array(
    z.object({
      ShipperCode: z.string(),
      LogisticCode: z.string(),
      Success: z.union([Yes, No]),
      State: Text.nullish(),
      StateEx: Text.nullish(),
      Traces,
    }),
  ),
});

/** Pushes of kdniao, whose address is set in its console: {PUBLIC_URL}/callback/express. */
export const kdniaoPush: PushVerifier = {
  provider: "kdniao",

  isConfigured: () => isOn("kdniao"),

  codeOf: kdniaoCode,

  isPushForm: (form) => form.has("RequestData"),

  verifyPush(form) {
    const data = form.get("RequestData");
    const sign = form.get("DataSign");
    if (!data || !sign) throw new PushRefused("RequestData or DataSign is missing");
    // Some pushes URL-encode the sign once more than the form does.
    const given = sign.includes("%") ? percentDecoded(sign) : sign;
    if (config.KDNIAO_API_KEY === "" || !safeEqual(given, signOf(data)))
      throw new PushRefused("the signature does not hold");
    return data;
  },

  openPush(signed) {
    const push = Push.safeParse(parseJson(signed));
    if (!push.success) throw new PushRefused("a push of another form");
    if (push.data.EBusinessID !== config.KDNIAO_BUSINESS_ID) throw new PushRefused("a push for another account");
    return push.data.Data.map(({ ShipperCode, LogisticCode, Success, State, StateEx, Traces: lines }) => ({
      company: ShipperCode,
      logisticsNo: LogisticCode,
      // It found nothing for too long and has stopped looking.
      isAborted: Success === false || Success === "false",
      ...found({ State, StateEx, Traces: lines }),
    }));
  },

  pushAnswer: (isTaken) => ({
    EBusinessID: config.KDNIAO_BUSINESS_ID,
    UpdateTime: DateTime.now().setZone("Asia/Shanghai").toFormat("yyyy-MM-dd HH:mm:ss"),
    Success: isTaken,
    Reason: isTaken ? "" : "验签失败",
  }),
};

/** Base64 over the hex digits, not over the bytes. The URL encoding that the provider demands is the form's own. */
export const signOf = (data: string): string => Buffer.from(md5(data + config.KDNIAO_API_KEY)).toString("base64");

export function found({
  State,
  StateEx,
  Traces: lines,
}: {
  State?: string | null | undefined;
  StateEx?: string | null | undefined;
  Traces?: z.output<typeof Traces>;
}) {
  // The provider lists the oldest first, so of the same second the later line is the newer one.
  const newestFirst = (lines ?? []).toReversed();
  const tracks = tracksOf(newestFirst.map((line) => ({ time: line.AcceptTime, content: line.AcceptStation })));
  return { tracks, isSigned: State === SIGNED, isReturning: RETURNING.has(StateEx ?? "") };
}
