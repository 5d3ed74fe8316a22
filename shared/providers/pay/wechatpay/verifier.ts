import { NoticeRefused, type ChannelNotice, type NoticeVerifier } from "../port.js";
import { Notice, RefundNotice, Transaction } from "./answers.js";
import type { CertificateStore } from "./certificateStore.js";
import { enteredKey, environmentMerchant, type WechatpayMerchant } from "./merchant.js";
import { isFresh, isProbe, isSignedBy, openResource, providerSignature } from "./signature.js";
import { foreignPart, paymentOf, refundOf } from "./states.js";

/** Callbacks of WeChat Pay v3 for one merchant: the environment's unless another is given. */
export const wechatpayVerifier = (
  store: Pick<CertificateStore, "find">,
  merchantNow: () => WechatpayMerchant = environmentMerchant,
): NoticeVerifier => ({
  verifyNotice: (headers, rawBody) => verifyNotice(merchantNow(), store, headers, rawBody),
  openNotice: (body) => openNotice(merchantNow(), body),
});

async function verifyNotice(
  merchant: WechatpayMerchant,
  store: Pick<CertificateStore, "find">,
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
): Promise<{ noticeId: string }> {
  const given = providerSignature(headers);
  if (!given) throw new NoticeRefused("the signature headers are missing");
  if (isProbe(given)) throw new NoticeRefused("a probe of the provider");
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
    const about = { no, paymentNo: notice.out_trade_no, refundFen: notice.amount?.refund ?? 0 };
    return { kind: "refund", ...about, refund: refundOf({ ...notice, status: notice.refund_status }) };
  }
  return { kind: "other", type: event_type };
}
