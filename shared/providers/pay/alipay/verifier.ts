import { fenOfYuan } from "#shared/kernel/money/money.js";
import { NoticeRefused, type ChannelNotice, type NoticeVerifier } from "../port.js";
import { Notice } from "./answers.js";
import { environmentMerchant, type AlipayMerchant } from "./merchant.js";
import { isNoticeSigned, type Parameters } from "./signature.js";
import { timeOf } from "./times.js";

/** Callbacks of the Alipay Open Platform for one application: the environment's unless another is given. */
export const alipayVerifier = (merchantNow: () => AlipayMerchant = environmentMerchant): NoticeVerifier => ({
  verifyNotice: async (_, rawBody) => verifyNotice(merchantNow(), rawBody),
  openNotice: (body) => openNotice(merchantNow(), body),
});

/** Each name may occur once, as a second one of the same name would not be signed. */
function formOf(body: string): Parameters {
  const pairs = [...new URLSearchParams(body)];
  const parameters = Object.fromEntries(pairs);
  if (Object.keys(parameters).length !== pairs.length) throw new NoticeRefused("a parameter stands twice");
  return parameters;
}

/** Checks the provider's signature over the sorted parameters, and that it is for our application and account. */
function verifyNotice(merchant: AlipayMerchant, rawBody: Buffer): { noticeId: string } {
  const parameters = formOf(rawBody.toString("utf8"));
  if (!isNoticeSigned(merchant, parameters)) throw new NoticeRefused("the signature does not hold");
  const notice = Notice.safeParse(parameters);
  if (!notice.success) throw new NoticeRefused("the body is not a notice of a trade");
  if (notice.data.app_id !== merchant.appId) throw new NoticeRefused("it is for another application");
  if (merchant.sellerId !== null && notice.data.seller_id !== merchant.sellerId)
    throw new NoticeRefused("it is for another seller");
  return { noticeId: notice.data.notify_id };
}

function openNotice(merchant: AlipayMerchant, body: string): ChannelNotice {
  const notice = Notice.parse(formOf(body));
  if (notice.app_id !== merchant.appId) throw new Error(`a notice for ${notice.app_id} was sent to ${merchant.appId}`);
  if (notice.out_biz_no && notice.gmt_refund) return refundOf(notice, notice.out_biz_no, notice.gmt_refund);
  const no = notice.out_trade_no;
  if (notice.trade_status === "TRADE_SUCCESS" || notice.trade_status === "TRADE_FINISHED") {
    // A refund without a number of ours was made in the provider's console; its payment is known already.
    if (notice.gmt_refund) return refundOf(notice, null, notice.gmt_refund);
    const paidFen = fenOfYuan(notice.total_amount);
    const paidAt = timeOf(notice.gmt_payment) ?? timeOf(notice.notify_time);
    if (paidFen === undefined || !paidAt) throw new Error(`the notice of ${no} lacks its payment`);
    const channelUserId = notice.buyer_open_id ?? notice.buyer_id ?? null;
    return {
      kind: "payment",
      no,
      payment: { state: "paid", channelOrderNo: notice.trade_no, paidFen, paidAt, channelUserId },
    };
  }
  return { kind: "payment", no, payment: { state: notice.trade_status === "TRADE_CLOSED" ? "closed" : "waiting" } };
}

function refundOf(notice: Notice, no: string | null, refundedAt: string): ChannelNotice {
  const at = timeOf(refundedAt);
  if (!at) throw new Error(`the notice of refund ${no} of ${notice.out_trade_no} lacks its time`);
  return {
    kind: "refund",
    no,
    paymentNo: notice.out_trade_no,
    refundFen: fenOfYuan(notice.refund_fee ?? "") ?? 0,
    refund: { state: "success", channelRefundNo: notice.trade_no, refundedAt: at },
  };
}
