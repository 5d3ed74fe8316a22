import { z } from "zod";
import { int, longOf, LongId, optional, pageInput, pageOf, text, Time, TimeRange } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { WhyView } from "#api/operations/why.schemas.js";
import { channelCodes } from "#shared/domains/pay/channel/payChannel.codes.js";
import { PayStatus, PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { PayOrderView } from "./order.schemas.js";

const name = optional(z.string().max(64));

export const PayOrderPageQuery = pageInput({
  userId: optional(LongId),
  appId: optional(LongId),
  channelCode: optional(z.enum(channelCodes)),
  merchantOrderId: name,
  channelOrderNo: name,
  no: name,
  status: optional(longOf(Object.values(PayStatus))),
  createTime: optional(TimeRange),
});
/** Operators also see the provider's payer, which is text. */
const PayOrderAdminView = PayOrderView.omit({ channelUserId: true }).extend({
  userId: z.number(),
  user: UserInShort,
  channelUserId: z.string().nullable(),
});
export const PayOrderPage = pageOf(PayOrderAdminView);

export const PayRefundPageQuery = pageInput({
  userId: optional(LongId),
  appId: optional(LongId),
  payOrderId: optional(LongId),
  merchantOrderId: name,
  merchantRefundId: name,
  no: name,
  status: optional(longOf(Object.values(PayRefundStatus))),
  createTime: optional(TimeRange),
});
const PayRefundView = z.object({
  id: z.number(),
  no: z.string(),
  appId: z.number(),
  payOrderId: z.number(),
  merchantOrderId: z.string(),
  merchantRefundId: z.string(),
  /** order: requested; late: money that must not count, refunded automatically. */
  kind: z.enum(["order", "late"]),
  status: z.number(),
  refundPrice: z.number(),
  walletCombinationRefundPrice: z.number(),
  reason: z.string(),
  channelRefundNo: z.string().nullable(),
  channelErrorCode: z.string().nullable(),
  channelErrorMsg: z.string().nullable(),
  /** Under way, and nothing moves until the shop acts; channelErrorCode and channelErrorMsg are the channel's words. */
  needsMerchant: z.boolean(),
  /** The channel's latest news contradict the status. */
  inDoubt: z.boolean(),
  /** The channel gave it back to the shop's own account. */
  toMerchant: z.boolean(),
  /** Where the channel was asked to pay it instead, and why it refused. */
  redirectTo: z.enum(["payer", "merchant"]).nullable(),
  redirectError: z.string().nullable(),
  /** Whether it may be recorded as paid outside; the amount and reason once it is. */
  payableOutside: z.boolean(),
  paidOutsidePrice: z.number().nullable(),
  paidOutsideReason: z.string().nullable(),
  /** The same for the member's wallet. */
  payableToWallet: z.boolean(),
  toWalletPrice: z.number().nullable(),
  toWalletReason: z.string().nullable(),
  successTime: Time.nullable(),
  createTime: Time,
});

/** `to` payer: another bank account of the member, which is needed then; merchant: back to the shop. */
export const RefundRedirectBody = z
  .object({
    id: LongId,
    to: z.enum(["payer", "merchant"]),
    /** The provider's code of the bank, such as ICBC_DEBIT. */
    bankType: optional(text(32)),
    bankAccount: optional(text(34)),
    realName: optional(text(64)),
  })
  .superRefine((body, context) => {
    if (body.to === "merchant") return;
    for (const field of ["bankType", "bankAccount", "realName"] as const)
      if (!body[field]) context.addIssue({ code: "custom", path: [field], message: "is required" });
  });
/** `amount`: the refund's own, in fen, as a check. */
export const RefundPayOutsideBody = z.object({ id: LongId, amount: int.min(1), reason: text(200, 1) });
/** Of a pay order or a refund. */
export const QueryChannelBody = z.object({ id: LongId });
export const RefundToWalletBody = z.object({ id: LongId, reason: text(200, 1) });
/** In the list of all members' refunds: the owner. */
const PayRefundRow = PayRefundView.extend({ userId: z.number().nullable(), user: UserInShort });
export const PayRefundPage = pageOf(PayRefundRow);
export const PayRefundDetail = PayRefundRow.extend({ why: WhyView });

export const PayOrderDetail = PayOrderAdminView.extend({
  why: WhyView,
  extensions: z.array(
    z.object({
      id: z.number(),
      no: z.string(),
      channelId: z.number(),
      channelCode: z.string(),
      displayMode: z.string(),
      status: z.number(),
      price: z.number(),
      walletCombinationPaymentPrice: z.number(),
      paidPrice: z.number().nullable(),
      channelOrderNo: z.string().nullable(),
      channelErrorCode: z.string().nullable(),
      channelErrorMsg: z.string().nullable(),
      userIp: z.string(),
      successTime: Time.nullable(),
      createTime: Time,
    }),
  ),
  refunds: z.array(PayRefundView.extend({ why: WhyView })),
});
