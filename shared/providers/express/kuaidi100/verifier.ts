import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { md5, safeEqual } from "#shared/kernel/security/digests.js";
import { tracksOf } from "../tracks.js";
import { PushRefused, type ParcelFound, type PushVerifier } from "../port.js";

/** Signed for, and its subtypes. */
const SIGNED: ReadonlySet<string> = new Set(["3", "301", "302", "303", "304"]);
/** Signed for by its sender, withdrawn, on its way back, refused by its receiver: nobody received it. */
const RETURNING: ReadonlySet<string> = new Set(["4", "401", "6", "14"]);

const Track = z.object({ context: z.string(), time: z.string().optional(), ftime: z.string().optional() });
const Flag = z.union([z.string(), z.number()]).transform(String).optional();
const Result = z.object({
  state: Flag,
  ischeck: Flag,
  com: z.string().optional(),
  nu: z.string().optional(),
  data: z.array(Track).nullish(),
});
export const FoundResult = Result.extend({ data: z.array(Track) });
const Push = z.object({ status: z.string(), message: z.string().nullish(), lastResult: Result.nullish() });

/** Pushes of kuaidi100. */
export const kuaidi100Push: PushVerifier = {
  provider: "kuaidi100",

  isConfigured: () => isOn("kuaidi100"),

  codeOf: (company) => company,

  isPushForm: (form) => form.has("param"),

  verifyPush(form) {
    const sign = form.get("sign");
    const param = form.get("param");
    if (!sign || !param) throw new PushRefused("sign or param is missing");
    if (config.KUAIDI100_SALT === "" || !safeEqual(sign, md5Upper(param + config.KUAIDI100_SALT)))
      throw new PushRefused("the signature does not hold");
    return param;
  },

  openPush(signed) {
    const push = Push.safeParse(parseJson(signed));
    if (!push.success) throw new PushRefused("a push of another form");
    const { lastResult: last, status } = push.data;
    return [
      {
        company: last?.com ?? "",
        logisticsNo: last?.nu ?? "",
        isAborted: status === "abort",
        ...(last ? found(last) : { tracks: [], isSigned: false, isReturning: false }),
      },
    ];
  },

  pushAnswer: (isTaken) =>
    isTaken
      ? { result: true, returnCode: "200", message: "成功" }
      : { result: false, returnCode: "401", message: "验签失败" },
};

export function found({ state, ischeck, data }: z.output<typeof Result>): ParcelFound {
  return {
    tracks: tracksOf((data ?? []).map(({ context, time, ftime }) => ({ content: context, time: ftime || time || "" }))),
    isSigned: state === undefined ? ischeck === "1" : SIGNED.has(state),
    isReturning: state !== undefined && RETURNING.has(state),
  };
}

/** MD5 in upper-case hex, as it requires for signatures. */
export const md5Upper = (text: string): string => md5(text).toUpperCase();
