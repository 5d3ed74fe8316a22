import { z } from "zod";
import { measured, measures } from "../../measure.js";
import { orAbsent, untilBalance } from "../sharedAnswers.js";
import {
  ChannelRefused,
  type ChannelPayment,
  type ChannelRefund,
  type PayChannelClient,
  type PrepayRequest,
} from "../port.js";
import { fenOfYuan, yuan } from "#shared/kernel/money/money.js";
import { Outcome, RefundFound, Refunded, Trade } from "./answers.js";
import { tradeBill } from "./bill.js";
import { callAlipay, gatewayParameters, openOnce } from "./calls.js";
import { environmentMerchant, type AlipayMerchant } from "./merchant.js";
import { orderString, payForm, payLink } from "./pages.js";
import { providerTime, timeOf } from "./times.js";

/**
 * The Alipay Open Platform (gateway, RSA2) behind the port, for one application: the environment's unless another is
 * given. For workers.
 */
export function alipayClient(merchantNow: () => AlipayMerchant = environmentMerchant): PayChannelClient {
  return {
    prepay: (request) => prepay(merchantNow(), request),
    query: (no) => orAbsent("ACQ.TRADE_NOT_EXIST", async () => paymentOf(await findTrade(merchantNow(), no), no)),
    close: (no) => closeTrade(merchantNow(), no),
    refund: async ({ no, paymentNo, refundFen, reason: given }) => {
      const reason = measured(given, measures.alipayReason);
      const content = {
        out_trade_no: paymentNo,
        refund_amount: yuan(refundFen),
        out_request_no: no,
        ...(reason ? { refund_reason: reason } : {}),
      };
      let answer: z.output<typeof Refunded>;
      try {
        answer = await callAlipay(merchantNow(), "alipay.trade.refund", content, Refunded);
      } catch (error) {
        return untilBalance("ACQ.SELLER_BALANCE_NOT_ENOUGH", error);
      }
      if (answer.fund_change === "Y")
        return success(answer.trade_no ?? paymentNo, timeOf(answer.gmt_refund_pay) ?? new Date());
      // Done by an earlier call of the same number, or not done yet: only a query shows which.
      const found = await findRefund(merchantNow(), no, paymentNo);
      return found.state === "absent" ? { state: "processing" } : found;
    },
    queryRefund: (no, paymentNo) => findRefund(merchantNow(), no, paymentNo),
    bill: (day) => tradeBill(merchantNow(), day),
  };
}

const products = {
  page: ["alipay.trade.page.pay", "FAST_INSTANT_TRADE_PAY"],
  app: ["alipay.trade.app.pay", "QUICK_MSECURITY_PAY"],
} as const;

/**
 * Signs what the payer opens, and opens it once at the gateway before it is returned, so that a refusal or an unavailable
 * provider shows here, not to the payer.
 */
async function prepay(merchant: AlipayMerchant, request: PrepayRequest): Promise<string> {
  const [method, productCode] = products[request.kind === "app" ? "app" : "page"];
  const content = {
    out_trade_no: request.no,
    total_amount: yuan(request.amountFen),
    subject: measured(request.subject, measures.alipaySubject) || request.no,
    product_code: productCode,
    time_expire: providerTime(request.expireAt),
  };
  const returnUrl = request.kind === "app" ? undefined : (request.returnUrl ?? undefined);
  const parameters = gatewayParameters(merchant, method, content, { notifyUrl: request.notifyUrl, returnUrl });
  await openOnce(merchant, method, parameters);
  if (request.kind === "app") return orderString(parameters);
  return request.kind === "pageForm" ? payForm(merchant, parameters) : payLink(merchant, parameters);
}

const findTrade = (merchant: AlipayMerchant, no: string): Promise<Trade> =>
  callAlipay(merchant, "alipay.trade.query", { out_trade_no: no }, Trade);

/** Throws for a trade of another number, which must never be acted on. */
function paymentOf(trade: Trade, no: string): ChannelPayment {
  if (trade.out_trade_no !== no) throw new Error(`trade ${trade.out_trade_no} was reported for ${no}`);
  if (trade.trade_status === "WAIT_BUYER_PAY") return { state: "waiting" };
  // Closed with a payment date: it was paid and fully refunded.
  if (trade.trade_status === "TRADE_CLOSED") return { state: trade.send_pay_date ? "refunded" : "closed" };
  const paidFen = fenOfYuan(trade.total_amount ?? "");
  const paidAt = timeOf(trade.send_pay_date);
  if (!trade.trade_no || paidFen === undefined || !paidAt) throw new Error(`trade ${no} lacks its payment`);
  const channelUserId = trade.buyer_open_id ?? trade.buyer_user_id ?? null;
  return { state: "paid", channelOrderNo: trade.trade_no, paidFen, paidAt, channelUserId };
}

/** Closes a trade; one unknown to the provider counts as closed, one that cannot be closed may be paid. */
async function closeTrade(merchant: AlipayMerchant, no: string): Promise<"closed" | "paid"> {
  try {
    await callAlipay(merchant, "alipay.trade.close", { out_trade_no: no }, Outcome);
    return "closed";
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    if (error.code === "ACQ.TRADE_NOT_EXIST") return "closed";
    if (error.code !== "ACQ.TRADE_STATUS_ERROR" && error.code !== "ACQ.REASON_TRADE_STATUS_INVALID") throw error;
    const found = paymentOf(await findTrade(merchant, no), no);
    if (found.state === "paid") return "paid";
    if (found.state === "closed" || found.state === "refunded") return "closed";
    throw error;
  }
}

const success = (channelRefundNo: string, refundedAt: Date): ChannelRefund => ({
  state: "success",
  channelRefundNo,
  refundedAt,
});

async function findRefund(merchant: AlipayMerchant, no: string, paymentNo: string): Promise<ChannelRefund> {
  return orAbsent("ACQ.TRADE_NOT_EXIST", async () => {
    const found = await callAlipay(
      merchant,
      "alipay.trade.fastpay.refund.query",
      { out_trade_no: paymentNo, out_request_no: no, query_options: ["gmt_refund_pay"] },
      RefundFound,
    );
    if (found.refund_status !== "REFUND_SUCCESS") return { state: "absent" };
    return success(found.trade_no ?? paymentNo, timeOf(found.gmt_refund_pay) ?? new Date());
  });
}
