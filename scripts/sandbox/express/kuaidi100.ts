/** The parcel tracking provider kuaidi100: queries, subscriptions and pushes. */
import type { Callback } from "../callbackSender.js";
import type { ExpressKeys } from "../keyTypes.js";
import type { ProviderAnswer, ProviderCall } from "../provider.js";
import { resultView, type Parcel, type Parcels } from "./parcels.js";
import { ExpressRefusal, isCompany, md5, parseParam, PollParam, QueryParam } from "./requests.js";
import type { ExpressDependencies, ExpressProvider } from "./provider.js";

/** For this company's parcels the caller must give the receiver's or sender's phone. */
const NEEDS_PHONE = "shunfeng";

export function makeKuaidi100(
  keys: ExpressKeys,
  parcels: Parcels,
  { now, name }: ExpressDependencies,
): ExpressProvider {
  function checkPhone(company: string, phone: string | undefined): void {
    if (company === NEEDS_PHONE && !phone) {
      throw new ExpressRefusal("408", "快递公司参数异常：验证码错误");
    }
  }

  function query(form: URLSearchParams): ProviderAnswer {
    const text = form.get("param");
    const incomplete = new ExpressRefusal("400", "提交的数据不完整，或者贵公司没授权");
    if (!text || !form.get("customer") || !form.get("sign")) throw incomplete;
    if (form.get("customer") !== keys.customer) throw new ExpressRefusal("601", "POLL:KEY已过期");
    if (form.get("sign") !== md5(text + keys.key + keys.customer)) throw badSignature();
    const param = parseParam(QueryParam, text, incomplete);
    if (!isCompany(param.com)) throw incomplete;
    checkPhone(param.com, param.phone);
    const parcel = parcels.find(param.num);
    if (!parcel || parcel.tracks.length === 0) throw new ExpressRefusal("500", "查询无结果，请隔段时间再查");
    const named = parcel.company === "" ? parcels.keep(parcel.no, now(), { company: param.com }) : parcel;
    return answer(resultView(named, param.com, isDetailed(param.resultv2)));
  }

  function poll(form: URLSearchParams, at: number): ReturnType<ExpressProvider["answer"]> {
    const wrong = new ExpressRefusal("700", "订阅方的订阅数据存在错误");
    if (form.get("schema") !== "json") throw wrong;
    const { company, number, key, parameters } = parseParam(PollParam, form.get("param"), wrong);
    if (key !== keys.key) throw new ExpressRefusal("600", "您不是合法的订阅者（即授权Key出错）");
    if (company === "") throw new ExpressRefusal("702", "识别不到该单号对应的快递公司");
    if (!isCompany(company)) throw new ExpressRefusal("701", "拒绝订阅的快递公司");
    checkPhone(company, parameters.phone);
    const known = parcels.find(number)?.subscription;
    if (known && !known.ended) throw new ExpressRefusal("501", "重复订阅");
    const subscription = {
      callbackUrl: parameters.callbackurl,
      salt: parameters.salt ?? "",
      detailed: isDetailed(parameters.resultv2),
      ended: false,
    };
    const parcel = parcels.keep(number, at, { company, subscription });
    return { ...answer({ result: true, returnCode: "200", message: "提交成功" }), subscribed: parcel };
  }

  return {
    claims: (path) => path === "/poll" || path === "/poll/query.do",
    answer: (path, form, at) => {
      try {
        return path === "/poll" ? poll(form, at) : query(form);
      } catch (error) {
        if (error instanceof ExpressRefusal) return answer(error.toJSON());
        throw error;
      }
    },
    failure: (call) => {
      const returnCode = isPoll(call) ? "500" : "501";
      return { ...answer(new ExpressRefusal(returnCode, "服务器错误").toJSON()), status: 500 };
    },
    wronglySigned: (call) => {
      const refusal = isPoll(call) ? new ExpressRefusal("600", "您不是合法的订阅者（即授权Key出错）") : badSignature();
      return answer(refusal.toJSON());
    },
    pushOf: (parcel, { forged }) => {
      const { subscription } = parcel;
      return subscription && !subscription.ended ? pushCallback(name, parcel, subscription, forged) : undefined;
    },
    end: (parcel) => (parcel.subscription ? { subscription: { ...parcel.subscription, ended: true } } : {}),
  };
}

const badSignature = (): ExpressRefusal => new ExpressRefusal("503", "验证签名失败");
const isDetailed = (resultv2: string | undefined): boolean => resultv2 !== undefined && resultv2 !== "0";
const isPoll = (call: ProviderCall): boolean => !call.path.startsWith("/poll/query.do");

/** Refusals have HTTP 200 as well: only the body shows them. */
function answer(body: object): ProviderAnswer {
  return { status: 200, headers: { "Content-Type": "application/json;charset=UTF-8" }, body: JSON.stringify(body) };
}

/** The whole list in one form; accepted when the shop's response has the provider's own format. */
function pushCallback(
  platform: string,
  parcel: Parcel,
  { callbackUrl, salt, detailed }: NonNullable<Parcel["subscription"]>,
  forged: boolean,
): Callback {
  const param = JSON.stringify({
    status: parcel.delivered ? "shutdown" : "polling",
    billstatus: parcel.delivered ? "check" : "got",
    message: "",
    lastResult: resultView(parcel, parcel.company, detailed),
  });
  const form = new URLSearchParams({ ...(salt !== "" && { sign: md5(param + salt + (forged ? " " : "")) }), param });
  return {
    platform,
    subject: parcel.no,
    url: callbackUrl,
    body: form.toString(),
    headers: () => ({ "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8" }),
    accepted: (status, text) => status === 200 && isTaken(text),
    resend: !forged,
  };
}

function isTaken(text: string): boolean {
  try {
    const said = JSON.parse(text) as { result?: unknown; returnCode?: unknown } | null;
    return said?.result === true && said.returnCode === "200";
  } catch {
    return false;
  }
}
