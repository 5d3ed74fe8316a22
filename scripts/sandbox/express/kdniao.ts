/** The parcel tracking provider kdniao: instant query (1002, 8001), subscription (1008) and its push (101). */
import { createHash } from "node:crypto";
import { z } from "zod";
import { beijingClock } from "../beijingTime.js";
import type { KdniaoKeys } from "../keyTypes.js";
import type { ProviderAnswer } from "../provider.js";
import { newestFirst, type Parcel, type ParcelEnd, type Parcels } from "./parcels.js";
import type { ExpressDependencies, ExpressProvider } from "./provider.js";

const QUERY = "/Ebusiness/EbusinessOrderHandle.aspx";
const SUBSCRIBE = "/api/dist";
const TYPES: Record<string, readonly string[]> = { [QUERY]: ["1002", "8001"], [SUBSCRIBE]: ["1008"] };
const PUSH_TYPE = "101";
/** Kinds of the state 4, a problem, as StateEx: refused, not back yet, signed for by its sender. */
const BACK: Record<ParcelEnd, string> = { refused: "404", returning: "407", returned: "406" };
/** For this company's parcels the caller must give the last four digits of the phone. */
const NEEDS_PHONE = "SF";

const Request = z.object({
  OrderCode: z.string().nullish(),
  ShipperCode: z.string().regex(/^[A-Z0-9]{2,20}$/),
  LogisticCode: z.string().min(1).max(32),
  CustomerName: z.string().nullish(),
});

class KdniaoRefusal extends Error {
  readonly resultCode: string;
  constructor(resultCode: string, reason: string) {
    super(reason);
    this.resultCode = resultCode;
  }
}

/** @param callbackUrl where it pushes to, as set in its console */
export function makeKdniao(
  keys: KdniaoKeys,
  parcels: Parcels,
  { now, name, callbackUrl: fromConsole }: ExpressDependencies & { callbackUrl: string },
): ExpressProvider {
  const signOf = (data: string): string =>
    Buffer.from(createHash("md5").update(`${data}${keys.apiKey}`).digest("hex")).toString("base64");
  const refused = (error: KdniaoRefusal): ProviderAnswer =>
    said({ EBusinessID: keys.businessId, Success: false, Reason: error.message, ResultCode: error.resultCode });

  function read(path: string, form: URLSearchParams): z.output<typeof Request> {
    const data = form.get("RequestData");
    const type = form.get("RequestType") ?? "";
    if (!data || !form.get("DataSign") || form.get("DataType") !== "2") throw new KdniaoRefusal("101", "缺少必要参数");
    if (form.get("EBusinessID") !== keys.businessId) throw new KdniaoRefusal("104", "用户信息不存在");
    if (form.get("DataSign") !== signOf(data)) throw badSignature();
    if (!TYPES[path]?.includes(type)) throw new KdniaoRefusal("105", "接口指令错误");
    const request = Request.safeParse(jsonOf(data));
    if (!request.success) throw new KdniaoRefusal("103", "快递公司编码或快递单号错误");
    const { ShipperCode, CustomerName } = request.data;
    if (ShipperCode === NEEDS_PHONE && !/^\d{4}$/.test(CustomerName ?? ""))
      throw new KdniaoRefusal("105", "顺丰需要收件人或寄件人手机号后四位");
    return request.data;
  }

  function query({ ShipperCode, LogisticCode }: z.output<typeof Request>): ProviderAnswer {
    const parcel = parcels.find(LogisticCode);
    if (!parcel || parcel.tracks.length === 0)
      return said({
        ...nameOf(ShipperCode, LogisticCode),
        State: "0",
        Success: true,
        Reason: "暂无轨迹信息",
        Traces: [],
      });
    return said(view(parcel, ShipperCode));
  }

  function subscribe({ ShipperCode, LogisticCode }: z.output<typeof Request>, at: number) {
    const known = parcels.find(LogisticCode);
    const parcel = parcels.keep(LogisticCode, at, {
      ...(known?.company ? {} : { company: ShipperCode }),
      kdniao: { company: ShipperCode, ended: false },
    });
    const answer = said({ EBusinessID: keys.businessId, UpdateTime: beijingClock(at), Success: true, Reason: "" });
    return { ...answer, subscribed: parcel };
  }

  const nameOf = (ShipperCode: string, LogisticCode: string): object => ({
    EBusinessID: keys.businessId,
    OrderCode: "",
    ShipperCode,
    LogisticCode,
  });

  /** Oldest first, as this provider orders them. */
  const view = (parcel: Parcel, company: string): object => ({
    ...nameOf(company, parcel.no),
    Success: true,
    Reason: "",
    ...(parcel.back
      ? { State: "4", StateEx: BACK[parcel.back] }
      : parcel.delivered
        ? { State: "3", StateEx: "301" }
        : { State: "2", StateEx: "2" }),
    Traces: newestFirst(parcel)
      .toReversed()
      .map(({ time, content }) => ({ AcceptTime: beijingClock(time), AcceptStation: content, Remark: "" })),
  });

  return {
    claims: (path) => path in TYPES,
    answer: (path, form, at) => {
      try {
        const request = read(path, form);
        return path === QUERY ? query(request) : subscribe(request, at);
      } catch (error) {
        if (error instanceof KdniaoRefusal) return refused(error);
        throw error;
      }
    },
    failure: () => ({ status: 500, headers: { "Content-Type": "text/html" }, body: "<h1>Server Error</h1>" }),
    wronglySigned: () => refused(badSignature()),
    pushOf: (parcel, { forged, callbackUrl = fromConsole }) => {
      const { kdniao } = parcel;
      if (!kdniao || kdniao.ended) return undefined;
      const data = JSON.stringify({
        PushTime: beijingClock(now()),
        EBusinessID: keys.businessId,
        Data: [view(parcel, kdniao.company)],
        Count: "1",
      });
      const form = { RequestData: data, RequestType: PUSH_TYPE, DataSign: signOf(forged ? `${data} ` : data) };
      return {
        platform: name,
        subject: parcel.no,
        url: callbackUrl,
        body: new URLSearchParams({ ...form, EBusinessID: keys.businessId, DataType: "2" }).toString(),
        headers: () => ({ "Content-Type": "application/x-www-form-urlencoded;charset=utf-8" }),
        accepted: (status, text) => status === 200 && isTaken(text),
        resend: !forged,
      };
    },
    end: ({ kdniao }) => (kdniao ? { kdniao: { ...kdniao, ended: true } } : {}),
  };
}

const badSignature = (): KdniaoRefusal => new KdniaoRefusal("102", "数据验证不通过");

const said = (body: object): ProviderAnswer => ({
  status: 200,
  headers: { "Content-Type": "application/json; charset=utf-8" },
  body: JSON.stringify(body),
});

function isTaken(text: string): boolean {
  return (jsonOf(text) as { Success?: unknown } | null | undefined)?.Success === true;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
