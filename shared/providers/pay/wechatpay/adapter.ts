import { DateTime } from "luxon";
import {
  ChannelRefused,
  ChannelUnsure,
  NoticeRefused,
  type ChannelNotice,
  type ChannelPayment,
  type ChannelRefund,
  type PayChannelAdapter,
  type PrepayRequest,
  type RefundRequest,
} from "../port.js";
import { NativeAnswer, Notice, PrepayAnswer, Refund, RefundNotice, Transaction } from "./answers.js";
import { tradeBill } from "./bill.js";
import { callWechatpay, readAnswer, type PlatformKeyFor } from "./calls.js";
import { downloadCertificates, type CertificateStore } from "./certificates.js";
import { appParameters, jsapiParameters } from "./clientParameters.js";
import { enteredKey, environmentMerchant, isOwnApplication, type WechatpayMerchant } from "./merchant.js";
import { isFresh, isSignedBy, openResource, platformSignature } from "./signature.js";

const ORDERS = "/v3/pay/transactions/out-trade-no";
const REFUNDS = "/v3/refund/domestic/refunds";
const CURRENCY = "CNY";

/**
 * WeChat Pay v3 behind the port, for one merchant: the environment's unless another is given. Outside calls are for
 * workers; verifyNotice and openNotice make none.
 */
export function wechatpayAdapter(
  store: CertificateStore,
  merchantNow: () => WechatpayMerchant = environmentMerchant,
): PayChannelAdapter {
  const platformKeyFor: PlatformKeyFor = async (serial) => {
    const merchant = merchantNow();
    const known = enteredKey(merchant, serial) ?? (await store.find(serial));
    if (known) return known;
    await store.keep(await downloadCertificates(merchant));
    return store.find(serial);
  };
  const call = (method: "GET" | "POST", path: string, body?: object) =>
    callWechatpay(merchantNow(), method, path, body, platformKeyFor);
  const mchid = (): string => `?mchid=${encodeURIComponent(merchantNow().mchId)}`;

  return {
    prepay: async (request) =>
      contentOf(
        merchantNow(),
        request,
        await call("POST", `/v3/pay/transactions/${request.kind}`, prepayBody(merchantNow(), request)),
      ),
    query: (no) =>
      orAbsent("ORDER_NOT_EXIST", async () =>
        paymentOf(
          merchantNow(),
          readAnswer(Transaction, await call("GET", `${ORDERS}/${encodeURIComponent(no)}${mchid()}`)),
          no,
        ),
      ),
    close: async (no) => {
      try {
        await call("POST", `${ORDERS}/${encodeURIComponent(no)}/close`, { mchid: merchantNow().mchId });
        return "closed";
      } catch (error) {
        if (!(error instanceof ChannelRefused)) throw error;
        if (error.code === "ORDERPAID" || error.code === "ORDER_PAID") return "paid";
        if (["ORDER_NOT_EXIST", "ORDERNOTEXIST", "ORDER_CLOSED"].includes(error.code)) return "closed";
        throw error;
      }
    },
    refund: async (request) => {
      try {
        return refundOf(readAnswer(Refund, await call("POST", REFUNDS, refundBody(request))));
      } catch (error) {
        // The merchant's balance is short today: the same refund may be asked again.
        if (error instanceof ChannelRefused && error.code === "NOT_ENOUGH")
          throw new ChannelUnsure(error.code, error.reason, true);
        throw error;
      }
    },
    queryRefund: (no) =>
      orAbsent("RESOURCE_NOT_EXISTS", async () =>
        refundOf(readAnswer(Refund, await call("GET", `${REFUNDS}/${encodeURIComponent(no)}`))),
      ),
    bill: (day) => tradeBill(merchantNow(), day, platformKeyFor),
    verifyNotice: (headers, rawBody) => verifyNotice(merchantNow(), store, headers, rawBody),
    openNotice: (body) => openNotice(merchantNow(), body),
  };
}

async function orAbsent<T>(code: string, ask: () => Promise<T>): Promise<T | { state: "absent" }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChannelRefused && error.code === code) return { state: "absent" };
    throw error;
  }
}

function prepayBody({ appId, mchId }: WechatpayMerchant, request: PrepayRequest): object {
  return {
    appid: appId,
    mchid: mchId,
    description: [...request.subject].slice(0, 120).join("") || request.no,
    out_trade_no: request.no,
    time_expire: DateTime.fromJSDate(request.expireAt, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
    notify_url: request.notifyUrl,
    amount: { total: request.amountFen, currency: CURRENCY },
    ...(request.kind === "jsapi" ? { payer: { openid: request.openid ?? "" } } : {}),
  };
}

function contentOf(merchant: WechatpayMerchant, request: PrepayRequest, body: Buffer): string {
  if (request.kind === "native") return readAnswer(NativeAnswer, body).code_url;
  const { prepay_id } = readAnswer(PrepayAnswer, body);
  return JSON.stringify(
    request.kind === "app" ? appParameters(merchant, prepay_id) : jsapiParameters(merchant, prepay_id),
  );
}

function refundBody(request: RefundRequest): object {
  return {
    out_trade_no: request.paymentNo,
    out_refund_no: request.no,
    ...(request.reason ? { reason: [...request.reason].slice(0, 26).join("") } : {}),
    notify_url: request.notifyUrl,
    amount: { refund: request.refundFen, total: request.paidFen, currency: CURRENCY },
  };
}

/** What of it is not ours; undefined for what is: our merchant, one of its applications, our currency. */
function foreignPart(
  merchant: WechatpayMerchant,
  { mchid, appid, amount }: { mchid: string; appid?: string | undefined; amount?: { currency: string } | undefined },
): string | undefined {
  if (mchid !== merchant.mchId) return `merchant ${mchid}`;
  if (appid !== undefined && !isOwnApplication(merchant, appid)) return `application ${appid}`;
  return amount && amount.currency !== CURRENCY ? `currency ${amount.currency}` : undefined;
}

/** Someone else's transaction is a surprise: it is never acted on. */
function paymentOf(merchant: WechatpayMerchant, found: Transaction, no: string): ChannelPayment {
  const foreign = foreignPart(merchant, found);
  if (foreign !== undefined || found.out_trade_no !== no)
    throw new Error(`transaction ${found.out_trade_no} of ${foreign ?? found.mchid} was told for ${no}`);
  if (found.trade_state === "SUCCESS") {
    if (!found.transaction_id || !found.success_time || !found.amount)
      throw new Error(`transaction ${no} lacks its payment`);
    return {
      state: "paid",
      channelOrderNo: found.transaction_id,
      paidFen: found.amount.total,
      paidAt: new Date(found.success_time),
      channelUserId: found.payer?.openid ?? null,
    };
  }
  if (found.trade_state === "REFUND") return { state: "refunded" };
  return { state: found.trade_state === "CLOSED" || found.trade_state === "REVOKED" ? "closed" : "waiting" };
}

type RefundEnd = Pick<Refund, "status" | "refund_id" | "success_time">;

function refundOf({ status, refund_id, success_time }: RefundEnd): ChannelRefund {
  if (status === "SUCCESS")
    return { state: "success", channelRefundNo: refund_id, refundedAt: new Date(success_time ?? Date.now()) };
  if (status === "PROCESSING") return { state: "processing" };
  return { state: "failed", code: status, reason: status === "ABNORMAL" ? "退款异常，需人工处理" : "退款关闭" };
}

async function verifyNotice(
  merchant: WechatpayMerchant,
  store: CertificateStore,
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
): Promise<{ noticeId: string }> {
  const given = platformSignature(headers);
  if (!given) throw new NoticeRefused("the signature headers are missing");
  if (!isFresh(given)) throw new NoticeRefused("the timestamp is more than five minutes off");
  const certificate = enteredKey(merchant, given.serial) ?? (await store.find(given.serial));
  if (!certificate) throw new NoticeRefused(`no certificate ${given.serial}`, true);
  if (!isSignedBy(certificate, given, rawBody)) throw new NoticeRefused("the signature does not hold");
  try {
    return { noticeId: Notice.parse(JSON.parse(rawBody.toString("utf8"))).id };
  } catch {
    throw new NoticeRefused("the body is not a notice");
  }
}

function openNotice(merchant: WechatpayMerchant, body: string): ChannelNotice {
  const { event_type, resource } = Notice.parse(JSON.parse(body));
  const content: unknown = JSON.parse(openResource(merchant, resource));
  if (event_type.startsWith("TRANSACTION.")) {
    const transaction = Transaction.parse(content);
    const no = transaction.out_trade_no;
    const why = foreignPart(merchant, transaction);
    if (why !== undefined) {
      const { transaction_id: channelOrderNo = "", amount } = transaction;
      return { kind: "foreign", no, channelOrderNo, amountFen: amount?.total ?? 0, why };
    }
    return { kind: "payment", no, payment: paymentOf(merchant, transaction, no) };
  }
  if (event_type.startsWith("REFUND.")) {
    const notice = RefundNotice.parse(content);
    const { out_refund_no: no } = notice;
    const why = foreignPart(merchant, notice);
    if (why !== undefined)
      return { kind: "foreign", no, channelOrderNo: notice.refund_id, amountFen: notice.amount?.refund ?? 0, why };
    return { kind: "refund", no, refund: refundOf({ ...notice, status: notice.refund_status }) };
  }
  return { kind: "other", type: event_type };
}
