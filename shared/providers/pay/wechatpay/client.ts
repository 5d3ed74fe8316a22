import { DateTime } from "luxon";
import { measured, measures } from "../../measure.js";
import { orAbsent, untilBalance } from "../sharedAnswers.js";
import { ChannelRefused, type PayChannelClient, type PrepayRequest, type RefundRequest } from "../port.js";
import { NativeAnswer, PrepayAnswer, Refund, Transaction } from "./answers.js";
import { tradeBill } from "./bill.js";
import { callWechatpay, readAnswer, type ProviderKeyFor } from "./calls.js";
import { downloadCertificates, NO_CERTIFICATES } from "./certificates.js";
import type { CertificateStore } from "./certificateStore.js";
import { appParameters, jsapiParameters } from "./clientParameters.js";
import { enteredKey, environmentMerchant, type WechatpayMerchant } from "./merchant.js";
import { redirectRefund } from "./redirect.js";
import { CURRENCY, paymentOf, refundOf } from "./states.js";

export { downloadCertificates, NO_CERTIFICATES };

const ORDERS = "/v3/pay/transactions/out-trade-no";
const REFUNDS = "/v3/refund/domestic/refunds";

/**
 * WeChat Pay v3 behind the port, for one merchant: the environment's unless another is given. For workers.
 */
export function wechatpayClient(
  store: CertificateStore,
  merchantNow: () => WechatpayMerchant = environmentMerchant,
): PayChannelClient {
  const providerKeyFor: ProviderKeyFor = async (serial) => {
    const merchant = merchantNow();
    const known = enteredKey(merchant, serial) ?? (await store.find(serial));
    if (known) return known;
    await store.keep(await downloadCertificates(merchant));
    return store.find(serial);
  };
  const call = (method: "GET" | "POST", path: string, body?: object) =>
    callWechatpay(merchantNow(), method, path, body, providerKeyFor);
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
        return untilBalance("NOT_ENOUGH", error);
      }
    },
    queryRefund: (no) =>
      orAbsent("RESOURCE_NOT_EXISTS", async () =>
        refundOf(readAnswer(Refund, await call("GET", `${REFUNDS}/${encodeURIComponent(no)}`))),
      ),
    redirectRefund: (request) => redirectRefund(merchantNow(), request, { store, providerKeyFor }),
    bill: (day) => tradeBill(merchantNow(), day, providerKeyFor),
  };
}

function prepayBody({ appId, mchId }: WechatpayMerchant, request: PrepayRequest): object {
  return {
    appid: appId,
    mchid: mchId,
    description: measured(request.subject, measures.wechatpayDescription) || request.no,
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
  const reason = measured(request.reason, measures.wechatpayReason);
  return {
    out_trade_no: request.paymentNo,
    out_refund_no: request.no,
    ...(reason ? { reason } : {}),
    notify_url: request.notifyUrl,
    amount: { refund: request.refundFen, total: request.paidFen, currency: CURRENCY },
  };
}
