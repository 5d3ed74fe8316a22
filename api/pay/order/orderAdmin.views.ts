import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { OfMember } from "#shared/domains/member/index.js";
import {
  isPayableOutside,
  isPayableToWallet,
  type PayAttemptDoc,
  type PayOrderDoc,
  type PayRefundDoc,
  type RefundRow,
} from "#shared/domains/pay/index.js";
import type { PayOrderDetail, PayOrderPage, PayRefundDetail, PayRefundPage } from "./orderAdmin.schemas.js";
import { payOrderView } from "./order.views.js";

type PayOrderRow = z.input<typeof PayOrderPage>["list"][number];
type PayRefundRow = z.input<typeof PayRefundPage>["list"][number];
type WhyShown = z.input<typeof PayOrderDetail>["why"];

export function payOrderAdminView(order: OfMember<PayOrderDoc>): PayOrderRow {
  return {
    ...payOrderView(order),
    userId: order.memberId,
    user: userInShort(order.member),
    channelUserId: order.channelUserId,
  };
}

export const payRefundRow = (refund: OfMember<RefundRow>): PayRefundRow => ({
  ...payRefundView(refund),
  userId: refund.memberId,
  user: userInShort(refund.member),
});

export const payRefundDetail = (refund: OfMember<RefundRow>, why: WhyShown): z.input<typeof PayRefundDetail> => ({
  ...payRefundRow(refund),
  why,
});

function payRefundView(refund: PayRefundDoc): Omit<PayRefundRow, "userId" | "user"> {
  return {
    id: refund._id,
    no: refund.no,
    appId: refund.appId,
    payOrderId: refund.payOrderId,
    merchantOrderId: refund.merchantOrderId,
    merchantRefundId: refund.merchantRefundId,
    kind: refund.kind,
    status: refund.status,
    refundPrice: refund.refundFen,
    walletCombinationRefundPrice: refund.walletRefundFen,
    reason: refund.reason,
    channelRefundNo: refund.channelRefundNo,
    channelErrorCode: refund.failureCode,
    channelErrorMsg: refund.failureReason,
    // Older rows have none of these.
    needsMerchant: refund.needsMerchant ?? false,
    inDoubt: refund.inDoubt ?? false,
    toMerchant: refund.toMerchant ?? false,
    redirectTo: refund.redirectTo ?? null,
    redirectError: refund.redirectError ?? null,
    payableOutside: isPayableOutside(refund),
    paidOutsidePrice: refund.paidOutsideFen ?? null,
    paidOutsideReason: refund.paidOutsideReason ?? null,
    payableToWallet: isPayableToWallet(refund),
    toWalletPrice: refund.toWalletFen ?? null,
    toWalletReason: refund.toWalletReason ?? null,
    successTime: epochMs(refund.successAt),
    createTime: refund.createdAt.getTime(),
  };
}

const attemptView = (attempt: PayAttemptDoc): z.input<typeof PayOrderDetail>["extensions"][number] => ({
  id: attempt._id,
  no: attempt.no,
  channelId: attempt.channelId,
  channelCode: attempt.channelCode,
  displayMode: attempt.displayMode,
  status: attempt.status,
  price: attempt.amountFen,
  walletCombinationPaymentPrice: attempt.walletPartFen,
  paidPrice: attempt.paidFen,
  channelOrderNo: attempt.channelOrderNo,
  channelErrorCode: attempt.failureCode,
  channelErrorMsg: attempt.failureReason,
  userIp: attempt.userIp,
  successTime: epochMs(attempt.paidAt),
  createTime: attempt.createdAt.getTime(),
});

export function payOrderDetail({
  order,
  attempts,
  refunds,
  why,
  ofRefunds,
}: {
  order: OfMember<PayOrderDoc>;
  attempts: PayAttemptDoc[];
  refunds: PayRefundDoc[];
  why: WhyShown;
  /** Of each refund, in their order. */
  ofRefunds: WhyShown[];
}): z.input<typeof PayOrderDetail> {
  return {
    ...payOrderAdminView(order),
    why,
    extensions: attempts.map(attemptView),
    refunds: refunds.map((refund, index) => ({ ...payRefundView(refund), why: ofRefunds[index]! })),
  };
}
