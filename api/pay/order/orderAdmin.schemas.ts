import { z } from "zod";
import { longOf, LongId, optional, pageInput, pageOf, Time, TimeRange } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
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
  successTime: Time.nullable(),
  createTime: Time,
});
/** In the list of all members' refunds: the owner. */
export const PayRefundPage = pageOf(PayRefundView.extend({ userId: z.number().nullable(), user: UserInShort }));

export const PayOrderDetail = PayOrderAdminView.extend({
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
  refunds: z.array(PayRefundView),
});
