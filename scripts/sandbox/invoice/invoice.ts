/** The e-invoice provider (Nuonuo): tokens, billing, red letters, queries; it issues by itself and calls back. */
import { randomBytes, randomInt } from "node:crypto";
import type { Callback, CallbackSender, Delivery } from "../callbackSender.js";
import type { Faults } from "../faults.js";
import type { Journal, Shelf } from "../journal.js";
import { digits } from "../keys.js";
import type { InvoiceKeys } from "../keyTypes.js";
import { headerOf, type Provider, type ProviderAnswer, type ProviderCall } from "../provider.js";
import { BillingBody, InvoiceRefusal, parseBody, QueryBody, RedBody, signatureOf } from "./requests.js";
import { callbackContent, rowOf, type SandboxInvoice } from "./rows.js";
import { sumsOf } from "./sums.js";

const NAME = "invoice";
const TOKEN_S = 86_400;
/** The maximum age of a call. */
const CLOCK_S = 900;

interface SettleInvoice {
  outcome: "issued" | "failed";
  reason: string;
  notify: boolean;
  times: number;
  badSignature: boolean;
}

export interface InvoiceSide {
  provider: Provider;
  invoices: Shelf<SandboxInvoice>;
  /**
   * Ends a held invoice and calls the shop back; a failed one may be issued after all, as somebody does in the provider's
   * own console. Any other ended one is only called back again.
   */
  settle(
    orderNo: string,
    change: SettleInvoice,
  ): Promise<{ invoice: SandboxInvoice; deliveries: Delivery[] } | undefined>;
  /** Expires every access token. */
  expireTokens(): number;
}

export function makeInvoice(
  keys: InvoiceKeys,
  {
    journal,
    callbacks,
    faults,
    now,
  }: { journal: Journal; callbacks: CallbackSender; faults: Faults; now: () => number },
): InvoiceSide {
  const invoices = journal.shelf<SandboxInvoice>("invoice.order");
  const tokens = new Map<string, number>();

  function giveToken(call: ProviderCall): ProviderAnswer {
    const form = new URLSearchParams(call.body.toString("utf8"));
    if (form.get("grant_type") !== "client_credentials") return tokenRefusal("070305", "不支持的授权类型");
    if (form.get("client_id") !== keys.appKey || form.get("client_secret") !== keys.appSecret)
      return tokenRefusal("070304", "bad credentials");
    const token = randomBytes(16).toString("hex");
    tokens.set(token, call.at + TOKEN_S * 1_000);
    return answer({ access_token: token, expires_in: TOKEN_S });
  }

  /** Checks the caller as the provider does. */
  function checkCall(call: ProviderCall, query: URLSearchParams): void {
    const [senid, nonce, timestamp, appkey] = ["senid", "nonce", "timestamp", "appkey"].map(
      (name) => query.get(name) ?? "",
    );
    if (appkey !== keys.appKey) throw new InvoiceRefusal("070101", "appkey无效");
    if (!/^[0-9a-zA-Z]{32}$/.test(senid ?? "") || !/^\d{8}$/.test(nonce ?? ""))
      throw new InvoiceRefusal("070102", "senid或nonce格式错误");
    if (Math.abs(call.at / 1_000 - Number(timestamp)) > CLOCK_S) throw new InvoiceRefusal("070103", "timestamp已过期");
    const body = call.body.toString("utf8");
    const signed = { appkey, senid: senid ?? "", nonce: nonce ?? "", timestamp: timestamp ?? "", body };
    if (headerOf(call, "x-nuonuo-sign") !== signatureOf(keys.appSecret, signed)) throw badSignature();
    if (headerOf(call, "usertax") !== keys.taxNo) throw new InvoiceRefusal("070401", "税号未授权");
    const goodUntil = tokens.get(headerOf(call, "accesstoken") ?? "");
    if (goodUntil === undefined) throw new InvoiceRefusal("070301", "accessToken不存在");
    if (goodUntil <= call.at) throw new InvoiceRefusal("070302", "accessToken已过期");
  }

  function bill(call: ProviderCall): ProviderAnswer {
    const { order } = parseBody(BillingBody, call.body.toString("utf8"));
    if (invoices.get(order.orderNo)) throw new InvoiceRefusal("E9106", "订单编号不能重复");
    if (order.salerTaxNum !== keys.taxNo) throw new InvoiceRefusal("E9101", "销方税号与授权税号不一致");
    if (order.invoiceLine === "bs" && !order.buyerTaxNum) throw new InvoiceRefusal("E9102", "专用发票购方税号不能为空");
    const { amount, tax } = sumsOf(order);
    return take({
      ...fresh(order.orderNo, call.at),
      kind: "blue",
      invoiceLine: order.invoiceLine,
      buyerName: order.buyerName,
      buyerTaxNum: order.buyerTaxNum ?? "",
      amount,
      tax,
      lines: order.invoiceDetail.length,
      remark: order.remark ?? "",
      callbackUrl: order.callBackUrl ?? null,
    });
  }

  function red(call: ProviderCall): ProviderAnswer {
    const body = parseBody(RedBody, call.body.toString("utf8"));
    if (invoices.get(body.orderNo)) throw new InvoiceRefusal("E9106", "订单编号不能重复");
    if (body.taxNum !== keys.taxNo) throw new InvoiceRefusal("E9101", "销方税号与授权税号不一致");
    const number = body.elecInvoiceNumber ?? body.invoiceNumber;
    const blue = invoices
      .list()
      .find((one) => one.kind === "blue" && one.state === "issued" && one.invoiceNo === number);
    if (!blue) throw new InvoiceRefusal("E9201", "未找到对应的蓝字发票");
    if (blue.cancelledBy) throw new InvoiceRefusal("E9202", "该发票已全额红冲");
    return take({
      ...fresh(body.orderNo, call.at),
      kind: "red",
      invoiceLine: blue.invoiceLine,
      buyerName: blue.buyerName,
      buyerTaxNum: blue.buyerTaxNum,
      amount: blue.amount,
      tax: blue.tax,
      lines: blue.lines,
      remark: `被红冲蓝字数电发票号码：${blue.invoiceNo}`,
      cancels: blue.orderNo,
      callbackUrl: body.callBackUrl ?? null,
    });
  }

  const fresh = (
    orderNo: string,
    at: number,
  ): Pick<
    SandboxInvoice,
    | "orderNo"
    | "serialNo"
    | "state"
    | "reason"
    | "invoiceNo"
    | "checkCode"
    | "cancels"
    | "cancelledBy"
    | "createdAt"
    | "issuedAt"
  > => ({
    orderNo,
    serialNo: `${at}${randomInt(10_000, 100_000)}`,
    state: "issuing",
    reason: "",
    invoiceNo: "",
    checkCode: "",
    cancels: null,
    cancelledBy: null,
    createdAt: at,
    issuedAt: null,
  });

  /** Accepts an invoice: it is issued after the response was sent, unless it is held. */
  function take(invoice: SandboxInvoice): ProviderAnswer {
    invoices.put(invoice.orderNo, invoice);
    const isHeld = faults.takeHold(NAME, invoice.kind, invoice.orderNo);
    return {
      ...answer({ code: "E0000", describe: "开票提交成功", result: { invoiceSerialNum: invoice.serialNo } }),
      ...(isHeld ? {} : { afterwards: () => void end(invoice.orderNo, { outcome: "issued", reason: "" }) }),
    };
  }

  async function end(orderNo: string, { outcome, reason }: Pick<SettleInvoice, "outcome" | "reason">): Promise<void> {
    const known = invoices.get(orderNo);
    if (!known || !mayBecome(known, outcome)) return;
    const ended: SandboxInvoice =
      outcome === "failed"
        ? { ...known, state: "failed", reason }
        : {
            ...known,
            state: "issued",
            reason: "",
            invoiceNo: `26${digits(18)}`,
            checkCode: digits(20),
            issuedAt: now(),
          };
    invoices.put(orderNo, ended);
    const blue = ended.cancels === null ? undefined : invoices.get(ended.cancels);
    if (blue && ended.state === "issued") invoices.put(blue.orderNo, { ...blue, cancelledBy: orderNo });
    await callBack(ended, { times: 1, badSignature: false });
  }

  async function callBack(
    invoice: SandboxInvoice,
    change: Pick<SettleInvoice, "times" | "badSignature">,
  ): Promise<Delivery[]> {
    if (invoice.callbackUrl === null) return [];
    const url = new URL(invoice.callbackUrl);
    // The provider signs nothing: the secret is in the shop's address, so a forged copy has a wrong one.
    if (change.badSignature) for (const name of url.searchParams.keys()) url.searchParams.set(name, "0".repeat(64));
    const callback: Callback = {
      platform: NAME,
      subject: invoice.orderNo,
      url: url.href,
      body: new URLSearchParams({
        operater: "callback",
        orderno: invoice.orderNo,
        content: JSON.stringify(callbackContent(invoice)),
      }).toString(),
      headers: () => ({ "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" }),
      accepted: (status, text) => status === 200 && /"status"\s*:\s*"0000"/.test(text),
      resend: !change.badSignature,
    };
    return callbacks.send(callback, { times: change.times });
  }

  function query(call: ProviderCall): ProviderAnswer {
    const { orderNos, serialNos } = parseBody(QueryBody, call.body.toString("utf8"));
    const found = invoices.list().filter((one) => orderNos.includes(one.orderNo) || serialNos.includes(one.serialNo));
    if (found.length === 0) throw new InvoiceRefusal("E9500", "未查询到发票信息");
    return answer({ code: "E0000", describe: "获取成功", result: found.map(rowOf) });
  }

  const services: Record<string, (call: ProviderCall) => ProviderAnswer> = {
    "nuonuo.OpeMplatform.requestBillingNew": bill,
    "nuonuo.OpeMplatform.fastInvoiceRed": red,
    "nuonuo.OpeMplatform.queryInvoiceResult": query,
  };

  const provider: Provider = {
    name: NAME,
    operation: (call) => headerOf(call, "method") ?? null,
    answer: (call) => {
      const { pathname, searchParams } = new URL(call.path, "http://platform");
      if (call.method === "POST" && pathname === "/accessToken") return giveToken(call);
      if (call.method !== "POST" || pathname !== "/open/v1/services")
        return { status: 404, headers: { "Content-Type": "text/plain" }, body: "Not Found" };
      try {
        checkCall(call, searchParams);
        const service = services[headerOf(call, "method") ?? ""];
        if (!service) throw new InvoiceRefusal("070201", "API不存在或未授权");
        return service(call);
      } catch (error) {
        if (error instanceof InvoiceRefusal) return answer(error.toJSON());
        throw error;
      }
    },
    failure: () => ({ ...answer({ code: "E9999", describe: "系统异常" }), status: 500 }),
    wronglySigned: () => answer(badSignature().toJSON()),
  };

  return {
    provider,
    invoices,
    async settle(orderNo, { notify, times, badSignature, ...outcome }) {
      const known = invoices.get(orderNo);
      if (!known) return undefined;
      if (badSignature) return { invoice: known, deliveries: await callBack(known, { times, badSignature }) };
      if (mayBecome(known, outcome.outcome)) {
        const silent = { ...known, callbackUrl: null };
        invoices.put(orderNo, silent);
        await end(orderNo, outcome);
        invoices.put(orderNo, { ...(invoices.get(orderNo) ?? silent), callbackUrl: known.callbackUrl });
      }
      const invoice = invoices.get(orderNo) ?? known;
      return { invoice, deliveries: notify ? await callBack(invoice, { times, badSignature }) : [] };
    },
    expireTokens() {
      const good = [...tokens].filter(([, until]) => until > now());
      for (const [token] of good) tokens.set(token, now());
      return good.length;
    },
  };
}

const mayBecome = ({ state }: SandboxInvoice, outcome: SettleInvoice["outcome"]): boolean =>
  state === "issuing" || (state === "failed" && outcome === "issued");

const badSignature = (): InvoiceRefusal => new InvoiceRefusal("070202", "签名校验失败");
const tokenRefusal = (error: string, description: string): ProviderAnswer =>
  answer({ error, error_description: description });

function answer(body: object): ProviderAnswer {
  return { status: 200, headers: { "Content-Type": "application/json;charset=UTF-8" }, body: JSON.stringify(body) };
}
