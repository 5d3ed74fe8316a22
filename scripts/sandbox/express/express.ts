/** The parcel tracking platform (kuaidi100): queries, subscriptions and pushes. */
import type { Callback, CallbackSender, Delivery } from "../callbackSender.js";
import type { Journal } from "../journal.js";
import type { ExpressKeys } from "../keys.js";
import type { Platform, PlatformAnswer, PlatformCall } from "../platform.js";
import { Parcels, resultView, type Parcel, type Track } from "./parcels.js";
import { ExpressRefusal, isCompany, md5, parseParam, PollParam, QueryParam } from "./requests.js";

const NAME = "express";

/** This company's parcels are told only to who knows the receiver's or sender's phone. */
const NEEDS_PHONE = "shunfeng";

export interface NewTrack extends Track {
  /** The parcel is signed for: the last push, then it is watched no longer. */
  delivered: boolean;
}

export interface PushChange {
  /** False: only a query shows the track. */
  push: boolean;
  /** Copies of the push at once. */
  times: number;
  badSignature: boolean;
}

export interface ExpressSide {
  platform: Platform;
  parcels: Parcels;
  /** Adds a track, and pushes the whole list when somebody subscribed. */
  addTrack(no: string, track: NewTrack, push: PushChange): Promise<{ parcel: Parcel; deliveries: Delivery[] }>;
}

export function makeExpress(
  keys: ExpressKeys,
  house: { journal: Journal; callbacks: CallbackSender; now: () => number },
): ExpressSide {
  const { now, callbacks } = house;
  const parcels = new Parcels(house.journal.shelf<Parcel>("express.parcel"));

  function checkPhone(company: string, phone: string | undefined): void {
    if (company === NEEDS_PHONE && !phone) {
      throw new ExpressRefusal("408", "快递公司参数异常：验证码错误");
    }
  }

  function query(form: URLSearchParams): PlatformAnswer {
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

  function poll(form: URLSearchParams, at: number): PlatformAnswer {
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
    const said = answer({ result: true, returnCode: "200", message: "提交成功" });
    // What is known already is pushed at once.
    return parcel.tracks.length === 0 ? said : { ...said, afterwards: () => void push(parcel) };
  }

  async function push(parcel: Parcel, { times = 1, forged = false } = {}): Promise<Delivery[]> {
    const { subscription } = parcel;
    if (!subscription || subscription.ended) return [];
    // Signed for is the last news. A forged copy is nobody's news.
    if (parcel.delivered && !forged) {
      parcels.keep(parcel.no, now(), { subscription: { ...subscription, ended: true } });
    }
    return callbacks.send(pushCallback(parcel, subscription, forged), { times });
  }

  const routes: Record<string, (form: URLSearchParams, at: number) => PlatformAnswer> = {
    "/poll/query.do": query,
    "/poll": poll,
  };

  const platform: Platform = {
    name: NAME,
    answer: (call) => {
      const { pathname } = new URL(call.path, "http://platform");
      const route = routes[pathname];
      if (!route || call.method !== "POST") {
        return { status: 404, headers: { "Content-Type": "text/plain" }, body: "Not Found" };
      }
      try {
        return route(new URLSearchParams(call.body.toString("utf8")), call.at);
      } catch (error) {
        if (error instanceof ExpressRefusal) return answer(error.toJSON());
        throw error;
      }
    },
    failure: (call) => {
      const returnCode = isPoll(call) ? "500" : "501";
      return { ...answer(new ExpressRefusal(returnCode, "服务器错误").toJSON()), status: 500 };
    },
    misSigned: (_, call) => {
      const refusal = isPoll(call) ? new ExpressRefusal("600", "您不是合法的订阅者（即授权Key出错）") : badSignature();
      return answer(refusal.toJSON());
    },
  };

  return {
    platform,
    parcels,
    addTrack: async (no, { delivered, ...track }, change) => {
      const known = parcels.find(no);
      const tracks = [...(known?.tracks ?? []), track];
      const added = parcels.keep(no, now(), { tracks, delivered: delivered || (known?.delivered ?? false) });
      const deliveries = change.push ? await push(added, { times: change.times, forged: change.badSignature }) : [];
      return { parcel: parcels.find(no) ?? added, deliveries };
    },
  };
}

const badSignature = (): ExpressRefusal => new ExpressRefusal("503", "验证签名失败");
const isDetailed = (resultv2: string | undefined): boolean => resultv2 !== undefined && resultv2 !== "0";
const isPoll = (call: PlatformCall): boolean => !call.path.startsWith("/poll/query.do");

/** Refusals come with HTTP 200 as well: only the body tells. */
function answer(body: object): PlatformAnswer {
  return { status: 200, headers: { "Content-Type": "application/json;charset=UTF-8" }, body: JSON.stringify(body) };
}

/** The whole list in one form; taken when the shop says so in the platform's own words. */
function pushCallback(
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
    platform: NAME,
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
